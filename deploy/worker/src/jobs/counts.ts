import { defineJob } from '../defineJob.ts';

/** Adds the changes of students and accounts to their sums. */
export default defineJob({
  due: "select '' where exists (select from private.platform_changes)",
  step: 'select private.fold_platform_changes()',
});
