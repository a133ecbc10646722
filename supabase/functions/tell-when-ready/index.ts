import { interestSchema } from '@masomo/domain/forms';
import { refusal } from '@masomo/domain/refusals';
import { call } from '../_shared/database.ts';
import { serveForm } from '../_shared/serveForm.ts';

serveForm({
  schema: interestSchema,
  failure: refusal('interest.failed', 'Your address could not be saved. Please try again.'),
  async store({ addonId, email }, { senderKey, language }) {
    await call('tell_when_ready', { addon_id: addonId, email, sender_key: senderKey ?? null, language });
    return {};
  },
});
