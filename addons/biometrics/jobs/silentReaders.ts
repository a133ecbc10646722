import { defineJob } from '@masomo/worker/defineJob';

/** Tells administrators once of a reader that should call and does not. */
export default defineJob({
  due: `select r.id from public.readers r join public.reader_health h on h.reader_id = r.id
    where r.state = 'approved' and h.silent_told_at is null and private.is_entitled(r.school_id, 'addon:biometrics') = 'on'
      and private.is_reader_silent(r, h.seen_at)`,
  step: 'select private.tell_of_silent_reader($1::uuid)',
});
