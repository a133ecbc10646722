import { canSendMails, sendDueMails } from '@masomo/supabase/functions/mail/outbox';
import { defineJob } from '../defineJob.ts';

/** Sends the mails of the outbox. Without a mail server they wait there. */
export default defineJob({
  isOn: canSendMails,
  due: "select '' where exists (select from public.mail_outbox where status in ('queued', 'sending') and next_attempt_at <= now())",
  everySeconds: 2,
  async step({ isOver }) {
    const { sent, hasMore } = await sendDueMails(isOver);
    return hasMore ? { reached: {}, result: { sent } } : { result: { sent } };
  },
});
