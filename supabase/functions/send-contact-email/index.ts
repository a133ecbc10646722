import { contactMessageSchema } from '@masomo/domain/forms';
import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

const stored = z.array(z.object({ mail_ids: z.array(z.string()) })).length(1);

serveForm({
  schema: contactMessageSchema,
  failure: 'Failed to send message. Please try again.',
  isAnsweredBeforeMail: true,
  async store({ name, email, subject, message }, { requestId, senderKey, language }) {
    const rows = await call('submit_contact_message', {
      request_id: requestId,
      name,
      email,
      subject,
      message,
      sender_key: senderKey ?? null,
      language,
    });
    return { mailIds: stored.parse(rows).flatMap((row) => row.mail_ids) };
  },
});
