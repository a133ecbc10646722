import { defineJob } from '../defineJob.ts';

/** Deletes exports of schools after a week. */
export default defineJob({
  due: "select e.id from public.school_exports e where e.state = 'ready' and e.expires_at <= now()",
  everySeconds: 60,
  step: 'select private.expire_school_export($1::uuid)',
});
