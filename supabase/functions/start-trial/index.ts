import { outsideKenya, trialRequestSchema } from '@masomo/domain/forms';
import { refusal } from '@masomo/domain/refusals';
import { z } from 'zod';
import { call, database } from '../_shared/database.ts';
import { requireSetting } from '../_shared/environment.ts';
import { serveForm } from '../_shared/serveForm.ts';

const stored = z.array(z.object({ is_new: z.boolean() })).length(1);

/** What Auth says about an address that was confirmed since, and about one that was mailed a moment ago. */
const harmless = new Set(['email_exists', 'over_email_send_rate_limit']);

/** Has Auth mail the link that confirms the address; the database opens the school when it is used. */
async function mailLink(email: string, language: string | null): Promise<void> {
  const { error } = await database().auth.admin.inviteUserByEmail(email, {
    redirectTo: `${requireSetting('SITE_URL')}/login/new-password`,
    data: { trial: 'yes', language: language ?? 'en' },
  });
  if (error && !harmless.has(error.code ?? '')) throw error;
}

serveForm({
  schema: trialRequestSchema,
  failure: refusal('trial.failed', 'The email that opens your school could not be sent. Please try again in a few minutes.'),
  async store({ school, kind, county, firstName, lastName, email }, { requestId, senderKey, language }) {
    const rows = await call('submit_trial_request', {
      request_id: requestId,
      school,
      kind,
      first_name: firstName,
      last_name: lastName ?? '',
      email,
      county: county === outsideKenya ? null : county,
      sender_key: senderKey ?? null,
      language,
    });
    const [{ is_new: isNew }] = stored.parse(rows) as [z.infer<typeof stored>[number]];
    if (isNew) await mailLink(email.toLowerCase(), language);
    return {};
  },
});
