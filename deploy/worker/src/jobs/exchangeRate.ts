import { setting } from '@masomo/supabase/functions/environment';
import { defineJob } from '../defineJob.ts';

/** Fetches shillings per US dollar every hour, where a service for it is configured. */
export default defineJob({
  isOn: () => setting('FX_BASE_URL') !== undefined,
  due: "select ''",
  everySeconds: 3_600,
  async step() {
    const { currentRate } = await import('@masomo/supabase/functions/exchangeRate');
    return { result: await currentRate() };
  },
});
