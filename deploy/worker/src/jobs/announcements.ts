import { defineJob } from '../defineJob.ts';

/** Notifies the readers of an announcement once it is published. */
export default defineJob({
  due: 'select a.id from public.announcements a where a.notified_at is null and a.published_at <= now() and a.archived_at is null',
  step: 'select private.notify_due_announcements($1::uuid)',
});
