import { defineJob } from '../defineJob.ts';

/** Forgets jobs that ended long ago. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.forget_jobs()',
});
