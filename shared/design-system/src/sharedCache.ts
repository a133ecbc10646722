import createCache, { type EmotionCache } from '@emotion/cache';

let browserCache: EmotionCache | undefined;

/** ONE cache for all roots of a page: a class two remotes use is inserted once. */
export function sharedCache(): EmotionCache {
  return (browserCache ??= createCache({ key: 'css' }));
}
