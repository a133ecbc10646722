import { demoRequestSchema } from '@masomo/domain/forms';
import { refusal } from '@masomo/domain/refusals';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

serveForm({
  schema: demoRequestSchema,
  failure: refusal('demo.failed', 'Failed to send demo request. Please try again.'),
  async store({ name, email, phone, institution, role, version, message }, { requestId, senderKey, language }) {
    await call('submit_demo_request', {
      request_id: requestId,
      name,
      email,
      institution,
      role,
      version,
      phone: phone ?? null,
      message: message ?? null,
      sender_key: senderKey ?? null,
      language,
    });
    return {};
  },
});
