import { defineJob } from '../defineJob.ts';

/** Deletes parts of exports that no export has. */
export default defineJob({
  due: "select ''",
  everySeconds: 3600,
  step: 'select private.delete_stray_exports()',
});
