import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../database/connections.ts';
import { createFiles } from './files.ts';
import { fileMetadata, saveObject } from './objects.ts';

type SeedFiles = {
  /** Connection URL of the database's owner. */
  url: string;
  /** Folder of the media files in the repository. */
  source: string;
  /** Folder of the storage service's files. */
  folder: string;
  now: Date;
};

/** Demo media without a stored file; a start that was interrupted continues with these. */
const missingFilesSql = `
select object_name as "objectName", type from (
  select file_path as object_name, mime_type as type from public.cms_media where is_demo
  union all
  select s ->> 'path', 'image/webp' from public.cms_media, jsonb_array_elements(sizes) as s where is_demo
) as paths
where not exists (select from storage.objects o where o.bucket_id = 'cms-media' and o.name = object_name)`;

/** Stores the missing files of the demo media library; returns their number. */
export async function storeSeedFiles({ url, source, folder, now }: SeedFiles): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ objectName: string; type: string }>(missingFilesSql);
    const files = createFiles(folder);
    const written = await Promise.all(
      rows.map(async ({ objectName, type }) => {
        const bytes = await readFile(path.join(source, path.basename(objectName).replace(/^demo-/, '')));
        return { objectName, type, file: await files.write(new Blob([bytes]).stream(), bytes.byteLength) };
      }),
    );
    for (const { objectName, type, file } of written) {
      const metadata = fileMetadata(file, { type, now });
      await saveObject(client, {
        bucket: 'cms-media',
        name: objectName,
        caller: { role: 'service_role', claims: {} },
        version: file.version,
        metadata,
        userMetadata: null,
        shouldReplace: false,
      });
    }
    return rows.length;
  });
}
