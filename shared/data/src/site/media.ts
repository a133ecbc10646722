import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { parseVariants, type LibraryImage } from '@masomo/domain/libraryImages';
import { searchPatterns, rangeOf, type ListPage } from '../listing.ts';

/** A file of the media library; `filePath` is its path in the bucket `cms-media`, `size` in bytes, `createdAt` in ISO. */
export type MediaFile = {
  id: string;
  name: string;
  filePath: string;
  size: number;
  type: string;
  altText: string;
  isActive: boolean;
  createdAt: string;
} & LibraryImage;

/** `page` counts from 0; `deleted` lists the deleted files instead. */
export type MediaFilter = { search: string; kind: 'all' | 'images' | 'documents' | 'deleted'; page: number; pageSize: number };

export const mediaKeys = {
  list: (filter: MediaFilter) => ['media', 'list', filter] as const,
  uses: (id: string) => ['media', 'uses', id] as const,
};
export const mediaBucket = 'cms-media';

/** Files, newest first. The search matches original name or alt text. */
export async function listMedia(db: Db, filter: MediaFilter): Promise<ListPage<MediaFile>> {
  let query = db
    .from('cms_media')
    .select(
      'id, original_filename, file_path, file_size, mime_type, alt_text, is_active, created_at, width, height, focal_x, focal_y, sizes',
      { count: 'exact' },
    )
    .eq('is_active', filter.kind !== 'deleted');
  if (filter.kind === 'images') query = query.like('mime_type', 'image/%');
  if (filter.kind === 'documents') query = query.not('mime_type', 'like', 'image/%');
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.original_filename,
      filePath: row.file_path,
      size: row.file_size,
      type: row.mime_type,
      altText: row.alt_text ?? '',
      isActive: row.is_active,
      createdAt: row.created_at,
      width: row.width,
      height: row.height,
      focalX: row.focal_x,
      focalY: row.focal_y,
      sizes: parseVariants(row.sizes),
    })),
    total,
  };
}

/** Enters an uploaded file into the library. */
export async function addMedia(
  db: Db,
  file: Pick<MediaFile, 'name' | 'filePath' | 'size' | 'type' | 'width' | 'height' | 'sizes'>,
): Promise<{ id: string }> {
  return unwrap(
    await db
      .from('cms_media')
      .insert({
        filename: file.filePath.replace('media/', ''),
        original_filename: file.name.slice(-255),
        file_path: file.filePath,
        file_size: file.size,
        mime_type: file.type,
        is_active: true,
        width: file.width,
        height: file.height,
        sizes: [...file.sizes],
      })
      .select('id')
      .single(),
  );
}

/** Sets the alt text and the focal point (percent from the left and the top) of a file. */
export async function describeMedia(
  db: Db,
  { id, altText, focalX, focalY }: Pick<MediaFile, 'id' | 'altText' | 'focalX' | 'focalY'>,
): Promise<{ id: string }> {
  return unwrap(
    await db
      .from('cms_media')
      .update({ alt_text: altText || null, focal_x: focalX, focal_y: focalY })
      .eq('id', id)
      .select('id')
      .single(),
  );
}

/** Hides a file from visitors or restores it; the stored bytes stay. */
export async function setMediaActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<{ id: string }> {
  return unwrap(await db.from('cms_media').update({ is_active: isActive }).eq('id', id).select('id').single());
}

/** A page that uses a file; `isPublic` when its published version does. */
export type MediaUse = { pageId: string; title: string; slug: string; isPublic: boolean };

/** The pages that use a file, in drafts or published. */
export async function listMediaUses(db: Db, id: string): Promise<MediaUse[]> {
  const rows = unwrap(await db.rpc('media_uses', { media_id: id }, { get: true }));
  return rows.map((row) => ({ pageId: row.page_id, title: row.title, slug: row.slug, isPublic: row.is_public }));
}
