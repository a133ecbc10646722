import { demoRequestSchema } from '@masomo/domain/forms';
import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

const stored = z.array(z.object({ mail_ids: z.array(z.string()) })).length(1);

serveForm({
  schema: demoRequestSchema,
  failure: 'Failed to send demo request. Please try again.',
  isAnsweredBeforeMail: true,
  async store({ name, email, phone, institution, role, version, message }, { requestId, senderKey, language }) {
    const rows = await call('submit_demo_request', {
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
    return { mailIds: stored.parse(rows).flatMap((row) => row.mail_ids) };
  },
});
