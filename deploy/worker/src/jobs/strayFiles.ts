import { defineJob } from '../defineJob.ts';

/** Deletes files that no row names. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.sweep_files()',
});
