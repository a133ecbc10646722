import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { createFiles } from './files.ts';
import { fileMetadata, saveObject } from './objects.ts';

type SeedFiles = {
  /** Connection of the database's owner. */
  url: string;
  /** Where the bytes stand in the product. */
  source: string;
  /** Where the storage service keeps its files. */
  folder: string;
  now: Date;
};

/** Places of the library that came with the demonstration and have no bytes yet: a start that was cut short goes on here. */
const missingFilesSql = `
select place, type from (
  select file_path as place, mime_type as type from public.cms_media where is_demo
  union all
  select s ->> 'path', 'image/webp' from public.cms_media, jsonb_array_elements(sizes) as s where is_demo
) as places
where not exists (select from storage.objects o where o.bucket_id = 'cms-media' and o.name = place)`;

/** Puts the bytes of the demonstration's media library into the storage; answers how many files were new. */
export async function storeSeedFiles({ url, source, folder, now }: SeedFiles): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ place: string; type: string }>(missingFilesSql);
    const files = createFiles(folder);
    const written = await Promise.all(
      rows.map(async ({ place, type }) => {
        const bytes = await readFile(path.join(source, path.basename(place).replace(/^demo-/, '')));
        return { place, type, file: await files.write(new Blob([bytes]).stream(), bytes.byteLength) };
      }),
    );
    for (const { place, type, file } of written) {
      const metadata = fileMetadata(file, { type, cacheControl: 'max-age=0', now });
      await saveObject(client, {
        bucket: 'cms-media',
        name: place,
        caller: { role: 'service_role', claims: {} },
        version: file.version,
        metadata,
        userMetadata: null,
        replace: false,
      });
    }
    return rows.length;
  } finally {
    await client.end();
  }
}
