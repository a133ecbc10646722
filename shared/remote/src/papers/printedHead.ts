import { getClient } from '@masomo/auth';
import { asDataError, getDb } from '@masomo/data';
import { getPaperSchool, readLookPicture } from '@masomo/data/platform/schoolLook';
import type { PrintedHead } from './printSheet.ts';

/** The head of the reader's school; undefined for those of no school. A crest that cannot be read is left out. */
export async function readPrintedHead(): Promise<PrintedHead | undefined> {
  const school = await getPaperSchool(await getDb());
  if (!school) return undefined;
  const path = school.look?.crest_path;
  const crest = path
    ? await readLookPicture(await getClient(), path).catch((failure: unknown) => {
        if (asDataError(failure).kind === 'unavailable') throw failure;
        return undefined;
      })
    : undefined;
  return { school, crest };
}
