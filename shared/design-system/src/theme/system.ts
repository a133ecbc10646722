import { paletteAliases } from './colors.ts';
import { base, brand, createSystem } from './brand.ts';
import { globalCss } from './globalCss.ts';
import { rememberRecipes, rememberStyleProperties } from './remember.ts';

type Variables = Record<`--${string}`, string>;
const isVariable = (name: string): name is `--${string}` => name.startsWith('--');

function toVariables(map: ReadonlyMap<string, string>): Variables {
  const variables: Variables = {};
  for (const [name, value] of map) if (isVariable(name)) variables[name] = value;
  return variables;
}

function createBrandSystem() {
  const created = createSystem(base, brand);
  const styles: Record<string, Variables> = {};
  for (const [name, map] of created.tokens.colorPaletteMap) styles[name] = toVariables(map);
  // An alias costs a name instead of eight more variables per colour mode on every page.
  for (const [alias, palette] of Object.entries(paletteAliases)) styles[alias] = styles[palette] ?? {};
  created.utility.register('colorPalette', { values: Object.keys(styles), transform: (name: string) => styles[name] });
  return created;
}

const created = createBrandSystem();

/** The product's Chakra system: tokens, semantic colours and the recipes of the public core. What a document has once is in `pageStyles`. */
export const system: typeof created = {
  ...created,
  cva: rememberRecipes(created.cva),
  isValidProperty: rememberStyleProperties(created.isValidProperty),
  _global: [],
  _config: { ...created._config, disableLayers: true },
};

type Rules = Record<string, Record<string, unknown>>;
const darkVariables = created._global.map((layer: Record<string, Rules>) => layer['@layer tokens']?.['.dark &']).find(Boolean);

/** Where no script has set the class on `<html>`, the system's colour mode counts. */
const unscriptedDark = {
  '@layer tokens': { '@media (prefers-color-scheme: dark)': { 'html:not(.light, .dark)': { colorScheme: 'dark', ...darkVariables } } },
};

const asGlobal = (selectors: string) => selectors.replace(/^|(?<=, )/g, '&');
/** What Chakra does with a `globalCss` of the configuration, where it would make the creation of the system longer. */
const global = () =>
  created.layers.wrap(
    'base',
    created.css(Object.fromEntries(Object.entries(globalCss).map(([selectors, styles]) => [asGlobal(selectors), styles]))),
  );

/** The order of the layers, and their resets and CSS variables. Computed where they are used, since a prerendered page has its own at first. */
export const pageStyles = () => [created.layers.atRule, [...created._global, global(), unscriptedDark]] as const;
