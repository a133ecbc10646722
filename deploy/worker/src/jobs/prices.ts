import { defineJob } from '../defineJob.ts';

/** Makes announced prices valid on their day. */
export default defineJob({
  due: 'select c.id from public.price_changes c where c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null',
  step: 'select private.apply_due_price($1::uuid)',
});
