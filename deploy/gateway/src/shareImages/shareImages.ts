import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PageHead } from '@masomo/contracts/page';
import type { RegistryVersion } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';
import { startImageRenderer } from './startImageRenderer.ts';

/** The text of the image that link previews show for a page. */
export type ShareText = { title: string; description: string };

export const shareImagePath = '/share.png';

const maxBytes = 16 * 1024 * 1024;

/** The page's title and description without the site's name, which the image shows as its logo. */
export function shareTextOf({ title, description }: PageHead, brand: string): ShareText {
  const suffix = ` | ${brand}`;
  return { title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title, description };
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** Address of a page's image. It changes with the text and the shell that renders it, because previews cache images for long. */
export function shareImageUrl(path: string, { title, description }: ShareText, shellVersion: string): string {
  return `${shareImagePath}?page=${encodeURIComponent(path)}&v=${hashOf([title, description, shellVersion])}`;
}

type Image = { png: Uint8Array<ArrayBuffer> | null };
type Source = { shell: RegistryVersion; text: ShareText };

/** The share images of public pages, rendered on first use. */
export function createShareImages(pages: PageRenderer, brand: string) {
  const renderer = startImageRenderer();
  const images = new LRUCache<string, Image, Source>({
    maxSize: maxBytes,
    sizeCalculation: ({ png }) => png?.byteLength || 1,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { shell, text } }) {
      const tree = await pages.shareImage(shell, { ...text, brand });
      return { png: tree && (await renderer.render(tree)) };
    },
  });

  return {
    /** The PNG; null when the live shell renders none. */
    async image(shell: RegistryVersion, text: ShareText): Promise<Image['png']> {
      const key = hashOf([text.title, text.description, shell.version]);
      return (await images.forceFetch(key, { context: { shell, text } })).png;
    },
    stop: () => renderer.stop(),
  };
}
