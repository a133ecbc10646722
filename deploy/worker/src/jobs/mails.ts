import { setting } from '@masomo/supabase/functions/environment';
import { order } from '@masomo/typesetter/storePapers';
import { defineJob } from '../defineJob.ts';
import { moduleTexts } from '../moduleTexts.ts';
import { typesetter } from '../typesetter.ts';

/** Sends the mails of the outbox. Without a mail server they wait there. */
export default defineJob({
  isOn: () => (setting('SMTP_URL') ?? setting('RESEND_API_KEY')) !== undefined,
  due: "select '' where exists (select from public.mail_outbox where status in ('queued', 'sending') and next_attempt_at <= now())",
  everySeconds: 2,
  async step({ isOver }) {
    // Loaded once there is a mail: it brings the templates and the mail client.
    const { sendDueMails } = await import('@masomo/supabase/functions/mail/outbox');
    const { sent, hasMore } = await sendDueMails(isOver, {
      textsOfModules: moduleTexts,
      composeOrder: (of, language) => typesetter.compose(order(of, language)),
    });
    return hasMore ? { reached: {}, result: { sent } } : { result: { sent } };
  },
});
