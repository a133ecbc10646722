import { isServiceCall } from '../_shared/callers.ts';
import { call } from '../_shared/database.ts';
import { claimedExportSchema, writePart } from '../_shared/exports/exportStep.ts';
import { finishExport } from '../_shared/exports/finishExport.ts';
import { json } from '../_shared/http.ts';
import { serve } from '../_shared/traces.ts';

/** A call works this long, well within the time that a function has. */
const workMs = 10_000;

/** Goes on with the export that waits longest; true while there is more to do. */
async function step(isOver: () => boolean): Promise<boolean> {
  const claimed = claimedExportSchema.nullable().parse(await call('claim_school_export', {}));
  if (!claimed) return false;
  try {
    if (claimed.entries.length > 0) await writePart(claimed, isOver);
    else await finishExport(claimed);
    await call('release_school_export', { export_id: claimed.id });
    return true;
  } catch (error) {
    console.error(`A step of the export ${claimed.id} failed:`, error);
    await call('school_export_failed', { export_id: claimed.id });
    return false;
  }
}

// Writes the exports that schools have asked for. Called by a schedule with the secret key.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service role may export schools.' }, 403);
  const until = Date.now() + workMs;
  const isOver = () => Date.now() >= until;
  let steps = 0;
  while (!isOver() && (await step(isOver))) steps += 1;
  return json({ steps });
});
