import { defineJob } from '../defineJob.ts';

/** Follows up payments without a result, events of providers and refunds. */
export default defineJob({
  due: `select '' where exists (select from public.payment_attempts where resolved_at is null and next_check_at <= now())
    or exists (select from public.provider_events where state = 'stored' and next_try_at <= now())
    or exists (select from public.refunds where status = 'requested' and next_try_at <= now())`,
  everySeconds: 2,
  async step() {
    const { runPaymentJobs } = await import('@masomo/supabase/functions/payments/paymentJobs');
    return { result: await runPaymentJobs() };
  },
});
