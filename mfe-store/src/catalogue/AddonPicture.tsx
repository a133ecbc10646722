import { Image } from '@masomo/design-system';
import type { Addon } from '@masomo/data/store/catalogue';

declare const __webpack_public_path__: string | undefined;
/** Names of the files that this build has, without their ending. */
declare const ADDON_PICTURES: readonly string[] | undefined;

const hasPicture = (file: string) => typeof ADDON_PICTURES !== 'undefined' && ADDON_PICTURES.includes(file);

/** Where the build puts the pictures that add-ons have in their folders; a path, because hydration needs the same text from both builds. */
const pictureOf = (name: string, theme: string) => {
  const release = typeof __webpack_public_path__ === 'string' ? __webpack_public_path__ : '/';
  return new URL(`${release}pictures/${name}-${theme}.webp`, 'http://localhost').pathname;
};

const shown = { light: { base: 'block', _dark: 'none' }, dark: { base: 'none', _dark: 'block' } } as const;

/**
 * A screen of what an add-on does, in the theme of the page; the file of the other one is never loaded. One in preparation has none yet. It follows
 * the name and the description: as the largest thing of the first screen it would be what a reader waits for.
 */
export function AddonPicture({ addon, isFirst }: { addon: Addon; isFirst: boolean }) {
  const feature = addon.feature?.split(':')[1];
  if (!feature || !addon.isReady) return null;
  // An add-on that is sold for both versions shows another of its screens on the second card.
  const ofVersion = `${feature}-${addon.category}`;
  const name = hasPicture(`${ofVersion}-light`) ? ofVersion : feature;
  // An add-on of a later release than this one's pictures has none.
  const themes = (['light', 'dark'] as const).filter((theme) => hasPicture(`${name}-${theme}`));
  return themes.map((theme) => (
    <Image
      key={theme}
      src={pictureOf(name, theme)}
      alt={addon.description}
      lang={addon.lang}
      htmlWidth={640}
      htmlHeight={360}
      width="full"
      height="auto"
      aspectRatio="16 / 9"
      background="bg.muted"
      borderWidth="1px"
      borderRadius="lg"
      maskImage="linear-gradient(#000 80%, transparent)"
      loading="lazy"
      {...(isFirst ? { fetchPriority: 'high' } : {})}
      decoding={isFirst ? 'sync' : 'async'}
      display={shown[theme]}
    />
  ));
}
