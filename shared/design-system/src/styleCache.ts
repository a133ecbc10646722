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

let browserGlobals: EmotionCache | undefined;

/** The cache of the page's resets and variables. Their tags come last in the document: in front of others, Chromium would lay out the whole page again. */
export function globalCache(): EmotionCache {
  // The shared cache takes over the document's tags, which Emotion would otherwise move.
  sharedCache();
  return (browserGlobals ??= createStyleCache());
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
  startTagPerTask(cache.sheet);
  return cache;
}

/**
 * Gives the rules of each task a style tag of their own. Chromium lays out the whole page again when a tag that it has used already gets
 * a rule in a layer, which every recipe is; a tag that is new is only added.
 */
function startTagPerTask(sheet: EmotionCache['sheet']): void {
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => {
    // Emotion counts the rules of its last tag to know when it is full.
    if (sheet.ctr === 0) queueMicrotask(() => (sheet.ctr = 0));
    insert(rule);
  };
}
