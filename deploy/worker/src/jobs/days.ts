import { defineJob } from '../defineJob.ts';

/** Counts the days that are over. */
export default defineJob({
  due: "select '' where not exists (select from private.finished_days f where f.day = private.today() - 1)",
  everySeconds: 60,
  step: 'select private.finish_days()',
});
