import { defineJob } from '../defineJob.ts';

/** Ends payments that nobody finished within a day. */
export default defineJob({
  due: "select '' where exists (select from public.payment_attempts a where a.status = 'open' and a.created_at < now() - interval '1 day')",
  everySeconds: 60,
  step: 'select private.expire_payment_attempts()',
});
