import { defineJob } from '../defineJob.ts';

/** Counts the days again whose orders have changed. */
export default defineJob({
  due: "select '' where exists (select from private.dirty_days) or private.has_old_demonstration()",
  step: 'select private.count_dirty_days()',
});
