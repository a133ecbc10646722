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
  return (browserCache ??= createDocumentCache());
}

/**
 * A cache that knows the rules in the document's style tag. Emotion itself would move the tag to the end of the head to take it over,
 * and the browser would style and lay out the whole page again.
 */
function createDocumentCache(): EmotionCache {
  const tag = document.querySelector('style[data-emotion^="css "]');
  const [key = '', ...ids] = tag?.getAttribute('data-emotion')?.split(' ') ?? [];
  tag?.setAttribute('data-emotion', key);
  const cache = createStyleCache();
  for (const id of ids) cache.inserted[id] = true;
  return cache;
}
