import { defineJob } from '../defineJob.ts';

/** Deletes imports whose day is over, with the rows that were not saved. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.delete_old_imports()',
});
