import { defineJob } from '../defineJob.ts';

/** Closes and deletes the schools that have left, when their time has come. */
export default defineJob({
  due: 'select d from private.due_school_exits() d',
  step: 'select private.go_on_with_exit($1::uuid)',
});
