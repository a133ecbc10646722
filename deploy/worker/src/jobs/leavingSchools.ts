import { defineJob } from '../defineJob.ts';

/** Finds, once a day, the schools whose subscription has ended for good. */
export default defineJob({
  due: "select '' where not exists (select from private.exit_runs r where r.day = private.today())",
  everySeconds: 60,
  step: 'select private.find_leaving_schools()',
});
