import { defineJob } from '../defineJob.ts';

/** Deletes requests for a trial whose address nobody confirmed. */
export default defineJob({
  due: "select r.id from private.trial_requests r where r.created_at < now() - interval '7 days'",
  everySeconds: 3600,
  step: 'select private.purge_trial_request($1::uuid)',
});
