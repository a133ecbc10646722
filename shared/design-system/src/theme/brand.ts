import { defineConfig } from '@chakra-ui/react';
import { semanticColors } from './colors.ts';
import { globalCss } from './globalCss.ts';
import { buttonRecipe } from './recipes/button.ts';
import { alertRecipe, skeletonRecipe, spinnerRecipe } from './recipes/feedback.ts';
import { cardRecipe, containerRecipe, iconRecipe, listRecipe, separatorRecipe, tableRecipe } from './recipes/layout.ts';
import { badgeRecipe, headingRecipe, linkRecipe } from './recipes/text.ts';
import { breakpoints, keyframes, layerStyles, semanticTokens, textStyles, tokens } from './tokens.ts';

export { createSystem, defaultBaseConfig } from '@chakra-ui/react';

/** What the product adds to Chakra's base. A module of its own, because a page evaluates it and creates the system in two tasks. */
export const brand = defineConfig({
  cssVarsPrefix: 'ds',
  cssVarsRoot: ':where(html)',
  preflight: true,
  // The colour mode is a class on `<html>`, set before the first paint.
  conditions: { dark: '.dark &', light: 'html:not(.dark) &' },
  globalCss,
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
