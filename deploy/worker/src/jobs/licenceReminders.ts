import { defineJob } from '../defineJob.ts';

/** Tells schools that a licence ends soon. */
export default defineJob({
  due: 'select d.licence_id from private.due_licence_reminders() d',
  everySeconds: 60,
  step: 'select private.remind_of_licence_end($1::uuid)',
});
