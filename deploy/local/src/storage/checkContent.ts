import { documentTypeOf } from '@masomo/domain/documentFile';
import { fileHeaderBytes, mediaFileProblem } from '@masomo/domain/mediaFileType';
import { fileTypeFromBuffer } from 'file-type';
import { StorageError } from './errors.ts';
import { type Files, type StoredFile } from './files.ts';
import { isDisguisedMarkup } from './mediaType.ts';

/** Buckets with public files: their type is checked by content, not by what the client declares. */
const checkedBuckets = ['cms-media'];
/** Files that a school shares with families, and those of assignments: each must be what it is declared as. */
const documentBuckets = ['school-documents', 'assignment-files'];

async function documentProblem(head: Uint8Array, { size, declared }: { size: number; declared: string }): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  const known = documentTypeOf({ size, declared, found, head });
  if ('problem' in known) return known.problem;
  return known.type === declared ? undefined : `This file is declared as ${declared}, but its content is ${known.type}.`;
}

/**
 * Refuses a stored file whose content does not match its declared type or whose image is too large; reads its first bytes only.
 * The rule is shared with the browser (`@masomo/domain/mediaFileType`): `file-type` knows neither SVG nor pixel sizes.
 */
export async function checkContent(
  files: Files,
  { version, size }: StoredFile,
  { bucket, type }: { bucket: string; type: string },
): Promise<void> {
  const head =
    size === 0
      ? new Uint8Array()
      : new Uint8Array(await new Response(files.read(version, { start: 0, end: Math.min(size, fileHeaderBytes) - 1 })).arrayBuffer());
  const refusal = checkedBuckets.includes(bucket)
    ? mediaFileProblem(head, { size, declared: type })
    : isDisguisedMarkup(head, type)
      ? `This is a web page, not ${type}.`
      : documentBuckets.includes(bucket)
        ? await documentProblem(head, { size, declared: type })
        : undefined;
  if (refusal) throw new StorageError(400, 'InvalidMimeType', refusal);
}
