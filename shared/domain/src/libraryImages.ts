import type { PageBlock } from './blocks.ts';

/** A smaller copy of an image: its width in pixels and its path in the bucket. */
export type ImageVariant = { width: number; path: string };

/** An image of the media library: its size in pixels (null where it was not measured), the focal point that stays visible when it is cropped (percent from left and top), and its variants. */
export type LibraryImage = { width: number | null; height: number | null; focalX: number; focalY: number; sizes: readonly ImageVariant[] };

const library = '/storage/v1/object/public/cms-media/';

/** Widths of the variants made of an image, in pixels. */
export const variantWidths = [480, 960, 1600] as const;

/** Public URL path of a file of the media library. */
export function mediaUrl(filePath: string): string {
  return `${library}${filePath}`;
}

/** The path in the library of an image's URL; null for an image from elsewhere. */
export function mediaPath(address: string): string | null {
  const [path = ''] = address.split(/[?#]/);
  return path.startsWith(library) ? path.slice(library.length) : null;
}

/** The paths of the library's images that blocks show, without duplicates. */
export function imagePathsOf(blocks: readonly PageBlock[]): string[] {
  const addresses = blocks.flatMap((block) => {
    if (block.type === 'image') return [block.url];
    if (block.type === 'gallery') return block.images.map(({ url }) => url);
    return block.type === 'hero' && block.url ? [block.url] : [];
  });
  return [...new Set(addresses.flatMap((address) => mediaPath(address) ?? []))];
}

const isSize = (value: unknown): value is ImageVariant =>
  typeof value === 'object' &&
  value !== null &&
  'width' in value &&
  typeof value.width === 'number' &&
  'path' in value &&
  typeof value.path === 'string';

/** Parses the variants of a stored row; invalid entries are dropped. */
export function parseVariants(stored: unknown): ImageVariant[] {
  return Array.isArray(stored) ? stored.filter(isSize).map(({ width, path }) => ({ width, path })) : [];
}

/** The value of an image's `srcset` attribute; undefined for an image without variants. */
export function srcSetOf(address: string, { width, sizes }: LibraryImage): string | undefined {
  if (sizes.length === 0) return undefined;
  const own = width === null ? [] : [{ address, width }];
  return [...sizes.map((size) => ({ address: mediaUrl(size.path), width: size.width })), ...own]
    .map((source) => `${source.address} ${source.width}w`)
    .join(', ');
}
