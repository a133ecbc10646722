import { z } from 'zod';
import { isServiceCall } from '../_shared/callers.ts';
import { call, database } from '../_shared/database.ts';
import { json } from '../_shared/http.ts';
import { serve } from '../_shared/traces.ts';

const files = z.array(z.object({ bucket: z.string(), name: z.string() }));

// Has the storage service remove the files of deleted schools, a hundred at a time. Called by a schedule with the secret key.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service role may delete files.' }, 403);
  const listed = files.parse(await call('list_files_to_delete', {}));
  for (const bucket of new Set(listed.map((file) => file.bucket))) {
    const names = listed.filter((file) => file.bucket === bucket).map(({ name }) => name);
    const { error } = await database().storage.from(bucket).remove(names);
    if (error) throw error;
    await call('files_deleted', { bucket, names });
  }
  return json({ deleted: listed.length });
});
