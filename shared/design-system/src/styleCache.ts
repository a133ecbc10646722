import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';

/** Properties that current Safari supports with a prefix only. */
const webkitOnly = new Set(['user-select', 'backdrop-filter', 'text-decoration', 'mask', 'mask-image', 'hyphens', 'box-decoration-break']);

/** Emotion's prefixes are for browsers that cannot run the product, and would double the size of the styles. */
const prefixForSafari: StylisPlugin = (element) => {
  if (element.type === 'decl' && typeof element.props === 'string' && webkitOnly.has(element.props))
    element.return = `-webkit-${element.value}${element.value}`;
};

/** A cache of inserted styles; server and browser must create it with the same options. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: 'css', stylisPlugins: [prefixForSafari] });
}

let browserCache: EmotionCache | undefined;

/** The one cache of all React roots of a page, so that a class is inserted once. */
export function sharedCache(): EmotionCache {
  return (browserCache ??= createStyleCache());
}
