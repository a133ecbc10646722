import { Image } from '@masomo/design-system';
import type { Addon } from '@masomo/data/store/catalogue';

declare const __webpack_public_path__: string | undefined;

/** Where the build puts the pictures that add-ons have in their folders; a path, because hydration needs the same text from both builds. */
const pictureOf = (name: string, theme: string) => {
  const release = typeof __webpack_public_path__ === 'string' ? __webpack_public_path__ : '/';
  return new URL(`${release}pictures/${name}-${theme}.webp`, 'http://localhost').pathname;
};

const shown = { light: { base: 'block', _dark: 'none' }, dark: { base: 'none', _dark: 'block' } } as const;

/**
 * A screen of what an add-on does, in the theme of the page. One in preparation has none yet. The light ones of the first row are loaded at
 * once, or they would be painted a third of a second after the heading; every other file only when it is seen.
 */
export function AddonPicture({ addon, isFirst }: { addon: Addon; isFirst: boolean }) {
  const name = addon.feature?.split(':')[1];
  if (!name || !addon.isReady) return null;
  return (['light', 'dark'] as const).map((theme) => (
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
      borderBottomWidth="1px"
      {...(isFirst && theme === 'light' ? { loading: 'eager', fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      display={shown[theme]}
    />
  ));
}
