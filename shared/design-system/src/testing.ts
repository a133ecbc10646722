import createCache, { type EmotionCache } from '@emotion/cache';

let detachedCache: EmotionCache | undefined;

/**
 * A style cache for component tests whose rules never reach the document: jsdom would compare each of them with every element that a
 * query looks at. Elements that only a style hides are therefore found.
 */
export function detachedStyleCache(): EmotionCache {
  return (detachedCache ??= createCache({ key: 'css', container: document.createElement('div') }));
}
