import { contactMessageSchema } from '@masomo/domain/forms';
import { refusal } from '@masomo/domain/refusals';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

serveForm({
  schema: contactMessageSchema,
  failure: refusal('contact.failed', 'Failed to send message. Please try again.'),
  async store({ name, email, subject, message }, { requestId, senderKey, language }) {
    await call('submit_contact_message', {
      request_id: requestId,
      name,
      email,
      subject,
      message,
      sender_key: senderKey ?? null,
      language,
    });
    return {};
  },
});
