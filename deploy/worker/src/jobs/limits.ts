import { defineJob } from '../defineJob.ts';

/** Forgets what limits counted on earlier days. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.forget_old_counts()',
});
