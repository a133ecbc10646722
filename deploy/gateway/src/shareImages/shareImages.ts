import { createHash } from 'node:crypto';
import type { PageHead } from '@masomo/contracts/page';
import type { RegistryVersion } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';
import { startImageRenderer } from './startImageRenderer.ts';

/** What the picture of a page says. */
export type ShareText = { title: string; description: string };

export const shareImagePath = '/share.png';

const kept = 100;

/** The page's words without the site's name, which the picture shows as its mark. */
export function shareTextOf({ title, description }: PageHead, brand: string): ShareText {
  const ending = ` | ${brand}`;
  return { title: title.endsWith(ending) ? title.slice(0, -ending.length) : title, description };
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** Address of the picture of a page; another one when its words or the look change, for previews are kept long. */
export function shareImageUrl(path: string, { title, description }: ShareText, shellVersion: string): string {
  return `${shareImagePath}?page=${encodeURIComponent(path)}&v=${hashOf([title, description, shellVersion])}`;
}

/** The pictures of public pages, drawn when first asked for; the least recently drawn are forgotten. */
export function createShareImages(pages: PageRenderer, brand: string) {
  const painter = startImageRenderer();
  const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  async function draw(shell: RegistryVersion, words: ShareText): Promise<Uint8Array<ArrayBuffer> | null> {
    const tree = await pages.shareImage(shell, { ...words, brand });
    return tree && painter.draw(tree);
  }

  return {
    /** The PNG; null when the live shell draws none. */
    picture(shell: RegistryVersion, words: ShareText): Promise<Uint8Array<ArrayBuffer> | null> {
      const key = hashOf([words.title, words.description, shell.version]);
      let picture = pictures.get(key);
      if (!picture) {
        picture = draw(shell, words);
        pictures.set(key, picture);
        picture.catch(() => pictures.delete(key));
        const [oldest] = pictures.keys();
        if (pictures.size > kept && oldest !== undefined) pictures.delete(oldest);
      }
      return picture;
    },
    stop: () => painter.stop(),
  };
}
