import { defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { semanticColors } from './colors.ts';
import { conditions } from './conditions.ts';
import { buttonRecipe } from './recipes/button.ts';
import { alertRecipe, skeletonRecipe, spinnerRecipe } from './recipes/feedback.ts';
import { cardRecipe, containerRecipe, iconRecipe, listRecipe, separatorRecipe, tableRecipe } from './recipes/layout.ts';
import { badgeRecipe, headingRecipe, linkRecipe } from './recipes/text.ts';
import { breakpoints, keyframes, layerStyles, semanticTokens, textStyles, tokens } from './tokens.ts';

type ValuesOf = (category: string) => Record<string, string>;

export { createSystem } from '@chakra-ui/react';

const isOfSizes = ([, property]: [string, { values?: unknown } | undefined]) => property?.values === 'sizes';

/** Properties such as `width` take the steps of the spacing too, which would be tokens and variables twice otherwise. */
const sizes = Object.fromEntries(
  Object.entries(defaultBaseConfig.utilities ?? {})
    .filter(isOfSizes)
    .map(([name, property]) => [name, { ...property, values: (theme: ValuesOf) => ({ ...theme('spacing'), ...theme('sizes') }) }]),
);

/** Chakra's properties and how they become CSS, with the conditions of the product. */
export const base = defineConfig({ ...defaultBaseConfig, conditions, utilities: { ...defaultBaseConfig.utilities, ...sizes } });

/** What the product adds to it. A module of its own, because a page evaluates it and creates the system in two tasks. */
export const brand = defineConfig({
  cssVarsPrefix: 'ds',
  cssVarsRoot: ':where(html)',
  preflight: true,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    textStyles,
    layerStyles,
    semanticTokens: { ...semanticTokens, colors: semanticColors },
    // Only recipes of the public core. Forms and overlays bring their own.
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      container: containerRecipe,
      heading: headingRecipe,
      icon: iconRecipe,
      link: linkRecipe,
      separator: separatorRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
    },
    slotRecipes: { alert: alertRecipe, card: cardRecipe, list: listRecipe, table: tableRecipe },
  },
});
