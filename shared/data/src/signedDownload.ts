import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError } from '@masomo/data';
import { translatable } from '@masomo/domain/translatable';

const lifetimeSeconds = 60;

/** A URL that downloads a file of a private bucket as `name`, for one minute. Rejects with `not-found` where the caller cannot read it. */
export async function createSignedDownload(
  client: Pick<SupabaseClient, 'storage'>,
  { bucket, path, name }: { bucket: string; path: string; name: string },
): Promise<string> {
  const { data, error } = await client.storage.from(bucket).createSignedUrl(path, lifetimeSeconds);
  if (error)
    throw new DataError('not-found', translatable('The file could not be opened. Reload the page and try again.'), { cause: error });
  // The client's own option escapes the name twice, so that a comma or an accent arrives as %2C or %C3%A9.
  return `${data.signedUrl}&download=${encodeURIComponent(name)}`;
}
