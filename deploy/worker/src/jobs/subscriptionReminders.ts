import { defineJob } from '../defineJob.ts';

/** Tells schools that their subscription ends soon. */
export default defineJob({
  due: 'select d.subscription_id from private.due_subscription_reminders() d',
  everySeconds: 60,
  step: 'select private.remind_of_subscription_end($1::uuid)',
});
