import { defineJob } from '../defineJob.ts';

/** Deletes files that jobs made, once their time is over. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.delete_old_job_files()',
});
