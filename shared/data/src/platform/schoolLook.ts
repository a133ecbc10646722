import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from '@masomo/data/zod';
import { DataError, unwrap, unwrapNullable, type Db } from '@masomo/data';
import { defaultLook, paperSchoolSchema, type LookSettings, type PaperSchool } from '@masomo/domain/paperSchool';
import { newId } from '@masomo/domain/secureContext';
import { translatable } from '@masomo/domain/translatable';
import { documentBucket } from '../messages/documents.ts';

export const lookKeys = { all: ['school look'] as const };

/** What the papers of the caller's school look like; the look of a new school where it has set none. */
export async function getSchoolLook(db: Db): Promise<LookSettings> {
  return paperSchoolSchema.parse(unwrap(await db.rpc('school_look', {}, { get: true }))).look ?? defaultLook;
}

/** What the papers of the caller's school say of it, which every member reads; null for those of no school. */
export async function getPaperSchool(db: Db): Promise<PaperSchool | null> {
  return z.nullable(paperSchoolSchema).parse(unwrapNullable(await db.rpc('paper_school', {}, { get: true })));
}

/** A picture of the school's papers, such as its crest. */
export async function readLookPicture(client: Pick<SupabaseClient, 'storage'>, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(documentBucket).download(path);
  if (error)
    throw new DataError('not-found', translatable('The file could not be opened. Reload the page and try again.'), { cause: error });
  return data;
}

/** Saves what the papers of the caller's school look like. */
export async function saveSchoolLook(
  db: Db,
  { crest_path: crest, signature_path: signature, ...look }: LookSettings,
): Promise<LookSettings> {
  const { error, status } = await db.rpc('save_school_look', {
    ...look,
    ...(crest ? { crest_path: crest } : {}),
    ...(signature ? { signature_path: signature } : {}),
  });
  return unwrap({ data: { ...look, crest_path: crest, signature_path: signature }, error, status });
}

/** Stores a picture for the papers of a school; resolves to its path. It is removed within a day or two unless the look is saved with it. */
export async function uploadLookPicture(client: Pick<SupabaseClient, 'storage'>, schoolId: string, picture: Blob): Promise<string> {
  const path = `${schoolId}/look/${newId()}.png`;
  const { error } = await client.storage.from(documentBucket).upload(path, picture);
  if (error)
    throw new DataError('invalid', translatable('The picture could not be uploaded. Check your connection and try again.'), {
      cause: error,
    });
  return path;
}
