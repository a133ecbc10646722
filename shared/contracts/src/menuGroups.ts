import type { ScreenLink } from './menus.ts';

/** The groups of the side menu, in their order; what is in none of them comes first. */
export const menuGroups = ['people', 'learning', 'money', 'reports', 'site', 'messages', 'addons', 'settings'] as const;
export type MenuGroup = (typeof menuGroups)[number];

const mostInBar = 4;

/** A screen with the place that its group has in the menu. */
const placeOf = ({ group }: ScreenLink) => menuGroups.findIndex((name) => name === group);

/** A menu by group; within a group the order stays. */
export const inGroups = <T extends ScreenLink>(menu: readonly T[]): T[] => menu.toSorted((a, b) => placeOf(a) - placeOf(b));

/** The places of the bar of a phone: those that the manifests name, then the first ones of the menu. */
export function barOf<T extends ScreenLink>(menu: readonly T[]): T[] {
  const named = menu.filter(({ bar }) => bar !== undefined).toSorted((a, b) => (a.bar ?? 0) - (b.bar ?? 0));
  return [...named, ...menu.filter((entry) => !named.includes(entry))].slice(0, mostInBar);
}
