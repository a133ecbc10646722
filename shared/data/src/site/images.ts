import { unwrap, type Db } from '@masomo/data';
import { mediaUrl, parseVariants, type LibraryImage } from '@masomo/domain/libraryImages';

export const imageKeys = { of: (paths: readonly string[]) => ['media', 'pictures', ...paths] as const };

/** Metadata of library images at these paths, by the URL pages use for them; deleted ones are left out. At most 300. */
export async function listImages(db: Db, paths: readonly string[]): Promise<Record<string, LibraryImage>> {
  if (paths.length === 0) return {};
  const rows = unwrap(
    await db
      .from('cms_media')
      .select('file_path, width, height, focal_x, focal_y, sizes')
      .eq('is_active', true)
      .in('file_path', [...paths])
      .limit(300),
  );
  return Object.fromEntries(
    rows.map((row) => [
      mediaUrl(row.file_path),
      { width: row.width, height: row.height, focalX: row.focal_x, focalY: row.focal_y, sizes: parseVariants(row.sizes) },
    ]),
  );
}
