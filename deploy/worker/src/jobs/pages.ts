import { defineJob } from '../defineJob.ts';

/** Publishes pages of the site, and takes them back, at the time that their editors chose. */
export default defineJob({
  due: 'select p.id from public.cms_pages p where p.publish_at <= now() or p.unpublish_at <= now()',
  step: 'select private.publish_due_page($1::uuid)',
});
