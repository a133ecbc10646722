import { createElement, type ReactNode } from 'react';
import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { system } from './theme/system.ts';

let detachedCache: EmotionCache | undefined;

/**
 * A style cache for component tests whose rules never reach the document: jsdom would compare each of them with every element that a
 * query looks at. Elements that only a style hides are therefore found.
 */
export function detachedStyleCache(): EmotionCache {
  return (detachedCache ??= createCache({ key: 'css', container: document.createElement('div') }));
}

const noStyles = {};

/** Makes recipes once for each key or configuration, with all that they tell, but without styles. */
function unstyled<Key, Recipe extends object>(create: (key: Key) => Recipe): (key: Key) => Recipe {
  const recipes = new Map<Key, Recipe>();
  return (key) => {
    const recipe = recipes.get(key) ?? Object.assign(() => noStyles, create(key));
    recipes.set(key, recipe as Recipe);
    return recipe as Recipe;
  };
}

const unstyledSystem: typeof system = {
  ...system,
  css: () => noStyles,
  cva: unstyled(system.cva) as typeof system.cva,
  sva: unstyled(system.sva) as typeof system.sva,
  getRecipeFn: unstyled(system.getRecipeFn),
  getSlotRecipeFn: unstyled(system.getSlotRecipeFn),
};

/** The components below it compute no styles, which is a tenth of a component test's time. */
export function WithoutStyles({ children }: { children: ReactNode }) {
  return createElement(ChakraProvider, { value: unstyledSystem, children });
}
