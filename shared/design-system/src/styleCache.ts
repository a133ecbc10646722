import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';

/** What current Safari still knows under its own name only. */
const webkitOnly = new Set(['user-select', 'backdrop-filter', 'text-decoration', 'mask', 'mask-image', 'hyphens', 'box-decoration-break']);

/** Emotion's own prefixes are for browsers that cannot run the product; they would double the styles of a page. */
const prefixForSafari: StylisPlugin = (element) => {
  if (element.type === 'decl' && typeof element.props === 'string' && webkitOnly.has(element.props))
    element.return = `-webkit-${element.value}${element.value}`;
};

/** A cache of inserted styles; server and browser must make theirs the same way. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: 'css', stylisPlugins: [prefixForSafari] });
}

let browserCache: EmotionCache | undefined;

/** ONE cache for all roots of a page: a class two remotes use is inserted once. */
export function sharedCache(): EmotionCache {
  return (browserCache ??= createStyleCache());
}
