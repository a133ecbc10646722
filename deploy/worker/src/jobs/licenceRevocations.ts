import { setting } from '@masomo/supabase/functions/environment';
import { defineJob } from '../defineJob.ts';

/** Fetches the seller's list of revoked licences every hour, on the server of a Standalone school. */
export default defineJob({
  isOn: () => setting('LICENCE_REVOCATIONS_URL') !== undefined,
  due: "select ''",
  everySeconds: 3_600,
  async step() {
    const { checkRevoked } = await import('@masomo/supabase/functions/licences/checkRevoked');
    return { result: await checkRevoked() };
  },
});
