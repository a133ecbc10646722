import { z } from 'zod';
import { database } from '../database.ts';
import { requireSetting, secretKeys } from '../environment.ts';
import { tracedFetch } from '../traces.ts';
import { exportBucket, type Call, type ClaimedExport } from './exportStep.ts';
import { directory } from './zip.ts';

const entriesSchema = z.array(
  z
    .object({ path: z.string(), offset_bytes: z.int(), crc: z.int(), size: z.int(), compressed: z.int() })
    .transform(({ offset_bytes: offset, ...entry }) => ({ ...entry, offset })),
);

/** The parts one after the other, each read only when the one before is sent, and the directory at the end. */
async function* contentOf({ id, school_id: school, part_names: names }: ClaimedExport, end: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    const { data, error } = await database().storage.from(exportBucket).download(`${school}/${id}/${name}`);
    if (error) throw error;
    yield new Uint8Array(await data.arrayBuffer());
  }
  yield end;
}

/** Reads on only when what was read is sent. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Joins the parts of a written export to its ZIP, with one part in memory at a time. */
export async function finishExport(claimed: ClaimedExport, call: Call): Promise<void> {
  const entries = entriesSchema.parse(await call('list_export_entries', [claimed.id]));
  const end = directory(entries, claimed.size);
  const key = secretKeys()[0] ?? '';
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/zip', 'x-upsert': 'true' },
    body: streamOf(contentOf(claimed, end)),
    duplex: 'half',
  };
  const url = `${requireSetting('SUPABASE_URL')}/storage/v1/object/${exportBucket}/${claimed.school_id}/${claimed.id}.zip`;
  const response = await tracedFetch(url, request);
  if (!response.ok) throw new Error(`The ZIP could not be stored: ${response.status} ${await response.text()}`);
  await call('finish_school_export', [claimed.id, claimed.size + end.byteLength]);
}
