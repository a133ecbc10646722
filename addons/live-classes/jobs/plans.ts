import { defineJob } from '@masomo/worker/defineJob';

/** Plans the live classes of a school's next seven days, once a day and when its timetable, terms or days off change. */
export default defineJob({
  due: 'select * from private.live_plans_due()',
  step: 'select private.plan_live_meetings($1::uuid)',
});
