import { defineJob } from '../defineJob.ts';

/** Lets students begin in their new class on its day. */
export default defineJob({
  due: 'select e.id from public.enrolments e where not e.has_begun and e.started_on <= private.school_today(e.school_id)',
  everySeconds: 60,
  step: 'select private.begin_enrolment($1::uuid)',
});
