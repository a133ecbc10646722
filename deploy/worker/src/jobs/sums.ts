import { defineJob } from '../defineJob.ts';

/** Compares the stored sums with what they are computed from, every night. */
export default defineJob({
  due: "select '' where not exists (select from private.sum_checks s where s.day = private.today()) and extract(hour from private.current_moment() at time zone 'Africa/Nairobi') >= 2",
  everySeconds: 60,
  step: 'select private.check_sums_nightly()',
});
