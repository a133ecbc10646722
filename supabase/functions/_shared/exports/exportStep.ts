import { crc32, deflateRawSync, constants } from 'node:zlib';
import { z } from 'zod';
import { orderDocumentSchema, type OrderDocument } from '@masomo/domain/orderDocument';
import { reportCardsSchema, type ReportCards } from '@masomo/domain/reportCards';
import { database } from '../database.ts';
import { dataDescriptor, joined, localHeader } from './zip.ts';

/** Private bucket of the exports and of the parts of those that are being written. */
export const exportBucket = 'school-exports';

const entrySchema = z.object({
  position: z.int(),
  path: z.string(),
  kind: z.enum(['table', 'file', 'assignment-file', 'invoice', 'report-cards']),
  source: z.string(),
  last_key: z.record(z.string(), z.unknown()).nullable(),
  offset_bytes: z.int().nullable(),
  crc: z.int(),
  size: z.int(),
  compressed: z.int(),
  is_done: z.boolean(),
});
type Entry = z.infer<typeof entrySchema>;
export const claimedExportSchema = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  part_names: z.array(z.string()),
  size: z.int(),
  entries: z.array(entrySchema),
  entries_done: z.int(),
  entries_total: z.int(),
});
/** Calls a function of the database with the rights of who started the export. */
export type Call = (name: string, values: readonly unknown[]) => Promise<unknown>;
/** Makes the papers of an export. */
export type ExportPapers = { cards(of: ReportCards): Promise<Uint8Array>; order(of: OrderDocument): Promise<Uint8Array> };
export type ClaimedExport = z.infer<typeof claimedExportSchema>;

const rowsSchema = z.object({ text: z.string(), rows: z.int(), last_key: z.record(z.string(), z.unknown()).nullable() });
const rowsPerRead = 5_000;
/** A part is stored when it has this size; so much is in memory at most, beside one file of a school. */
const partBytes = 4 * 1024 * 1024;

/** Compressed so that what follows may be compressed by itself, in another process. */
const piece = (content: Uint8Array) => deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
/** The empty last block of a deflated stream. */
const lastBlock = new Uint8Array([3, 0]);

type Content = { bytes: Uint8Array; isLast: boolean; lastKey: Entry['last_key'] };

async function tableContent(call: Call, exportId: string, { source, last_key: lastKey }: Entry): Promise<Content> {
  const read = rowsSchema.parse(await call('read_export_rows', [exportId, source, lastKey && JSON.stringify(lastKey), rowsPerRead]));
  return { bytes: new TextEncoder().encode(read.text), isLast: read.rows < rowsPerRead, lastKey: read.last_key ?? lastKey };
}

async function invoiceContent(call: Call, exportId: string, { source }: Entry, papers: ExportPapers): Promise<Content> {
  const order = orderDocumentSchema.parse(await call('read_export_invoice', [exportId, source]));
  return { bytes: await papers.order(order), isLast: true, lastKey: null };
}

/** The cards of a class in a closed term; an empty file where they were erased since the export began. */
async function reportCardContent(call: Call, exportId: string, { source }: Entry, papers: ExportPapers): Promise<Content> {
  const cards = z.nullable(reportCardsSchema).parse(await call('read_export_report_cards', [exportId, source]));
  return { bytes: cards?.cards.length ? await papers.cards(cards) : new Uint8Array(), isLast: true, lastKey: null };
}

/** A stored file of the school; undefined where it was deleted. */
export async function readSchoolFile(path: string, bucket = 'school-documents'): Promise<Uint8Array | undefined> {
  const { data, error } = await database().storage.from(bucket).download(path);
  if (error && error.statusCode !== '404') throw error;
  return data ? new Uint8Array(await data.arrayBuffer()) : undefined;
}

/** A file of the school; an empty one where it was deleted since the export began. */
async function fileContent({ source, kind }: Entry): Promise<Content> {
  const bucket = kind === 'assignment-file' ? 'assignment-files' : 'school-documents';
  return { bytes: (await readSchoolFile(source, bucket)) ?? new Uint8Array(), isLast: true, lastKey: null };
}

function contentOf(call: Call, exportId: string, entry: Entry, papers: ExportPapers): Promise<Content> {
  switch (entry.kind) {
    case 'table':
      return tableContent(call, exportId, entry);
    case 'invoice':
      return invoiceContent(call, exportId, entry, papers);
    case 'report-cards':
      return reportCardContent(call, exportId, entry, papers);
    case 'file':
    case 'assignment-file':
      return fileContent(entry);
  }
}

/** Writes the next part of an export until it is large enough or the time is over. */
export async function writePart(claimed: ClaimedExport, call: Call, isOver: () => boolean, papers: ExportPapers): Promise<void> {
  const chunks: Uint8Array[] = [];
  const changed = new Map<number, Entry>();
  let written = 0;
  const write = (chunk: Uint8Array) => {
    chunks.push(chunk);
    written += chunk.byteLength;
  };
  for (const first of claimed.entries) {
    let entry = first;
    while (!entry.is_done && written < partBytes && !(isOver() && chunks.length > 0)) {
      const content = await contentOf(call, claimed.id, entry, papers);
      const offset = entry.offset_bytes ?? claimed.size + written;
      if (entry.offset_bytes === null) write(localHeader(entry.path));
      const data = content.isLast ? joined([piece(content.bytes), lastBlock]) : piece(content.bytes);
      entry = {
        ...entry,
        last_key: content.lastKey,
        offset_bytes: offset,
        crc: crc32(content.bytes, entry.crc),
        size: entry.size + content.bytes.byteLength,
        compressed: entry.compressed + data.byteLength,
        is_done: content.isLast,
      };
      write(data);
      if (entry.is_done) write(dataDescriptor(entry));
      changed.set(entry.position, entry);
    }
    if (written >= partBytes || isOver()) break;
  }
  const content = joined(chunks);
  const part = claimed.part_names.length;
  // A name of its own: what a step stored that was undone is not mistaken for a part.
  const name = `${part}-${crypto.randomUUID()}`;
  const { error } = await database()
    .storage.from(exportBucket)
    .upload(`${claimed.school_id}/${claimed.id}/${name}`, content, { contentType: 'application/octet-stream' });
  if (error) throw error;
  const entries = [...changed.values()];
  await call('save_export_part', [claimed.id, part, name, content.byteLength, JSON.stringify(entries)]);
}
