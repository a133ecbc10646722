import type { PageBlock } from './blocks.ts';

/** A smaller copy of a picture: its width in pixels, its place in the bucket. */
export type ImageVariant = { width: number; path: string };

/** What is known of a picture of the library: pixels (null where nobody measured them), the point that stays visible when it is cropped in percent, and its copies. */
export type LibraryImage = { width: number | null; height: number | null; focalX: number; focalY: number; sizes: readonly ImageVariant[] };

const library = '/storage/v1/object/public/cms-media/';

/** The widths a picture is kept in besides its own, in pixels. */
export const variantWidths = [480, 960, 1600] as const;

/** Where everybody opens a file of the library, on this site. */
export function mediaUrl(filePath: string): string {
  return `${library}${filePath}`;
}

/** The library's path of an address, or null for a picture of somewhere else. */
export function mediaPath(address: string): string | null {
  const [path = ''] = address.split(/[?#]/);
  return path.startsWith(library) ? path.slice(library.length) : null;
}

/** The paths of the library's pictures that blocks show, each once. */
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

/** The copies of a stored row; anything else in it is left out. */
export function parseVariants(stored: unknown): ImageVariant[] {
  return Array.isArray(stored) ? stored.filter(isSize).map(({ width, path }) => ({ width, path })) : [];
}

/** The addresses a browser may choose from, as `srcset` has them; undefined for a picture without copies. */
export function srcSetOf(address: string, { width, sizes }: LibraryImage): string | undefined {
  if (sizes.length === 0) return undefined;
  const own = width === null ? [] : [{ address, width }];
  return [...sizes.map((size) => ({ address: mediaUrl(size.path), width: size.width })), ...own]
    .map((source) => `${source.address} ${source.width}w`)
    .join(', ');
}
