import { defineJob } from '../defineJob.ts';

/** Deletes what is kept no longer, batch by batch. */
export default defineJob({
  due: 'select d from private.due_retention_rules() d',
  step: 'select private.purge_expired($1)',
});
