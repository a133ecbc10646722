import { t } from '@lingui/core/macro';
import { menuGroups, type MenuGroup } from '@masomo/contracts/menuGroups';

/** A menu of fewer entries is read at a glance without headings. */
const fewestWithHeadings = 9;

/** The heading of a group in a menu of so many entries. */
export function headingOf(group: string | undefined, entryCount: number): string | undefined {
  const headings: Record<MenuGroup, string> = {
    people: t`People`,
    learning: t`Learning`,
    money: t`Money`,
    reports: t`Money and reports`,
    site: t`Site and support`,
    messages: t`Messages`,
    addons: t`Add-ons`,
    settings: t`Settings`,
  };
  const known = menuGroups.find((name) => name === group);
  return known && entryCount >= fewestWithHeadings ? headings[known] : undefined;
}
