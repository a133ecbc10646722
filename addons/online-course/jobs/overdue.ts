import { defineJob } from '@masomo/worker/defineJob';

/** Hands in quizzes whose time is over and whose student has not come back. */
export default defineJob({
  due: 'select a.id from public.course_attempts a where a.handed_in_at is null and a.due_at <= private.current_moment() limit 200',
  step: 'select private.hand_in_due($1::uuid)',
});
