import { defineJob } from '../defineJob.ts';

/** Has the storage service remove the files that are listed for deletion. */
export default defineJob({
  due: "select '' where exists (select from private.files_to_delete)",
  everySeconds: 60,
  async step() {
    const { deleteFiles } = await import('@masomo/supabase/functions/deleteFiles');
    const deleted = await deleteFiles();
    return deleted > 0 ? { reached: {}, result: { deleted } } : {};
  },
});
