import { useEffect, useId, useRef } from 'react';
import { Box, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Link, useLocation } from '@masomo/navigation';
import { activeEntry } from './activeEntry.ts';
import { MenuCount } from './MenuCount.tsx';
import { menuIcons } from './menuIcons.ts';

export type AdminMenuEntry = {
  path: string;
  label: string;
  /** Name in `menuIcons`. */
  icon: string;
  /** Active at exactly this path only. */
  end?: boolean;
  /** Heading under which the entries of a group are listed. */
  group?: string;
  /** How much waits there. */
  count?: number;
};

const Nav = chakra('nav', {
  base: { display: 'flex', flexDirection: 'column', flex: '1', minH: '0', px: '3', py: '2', overflowY: 'auto' },
});
const MenuLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    // A thumb's width in the sheet of a phone.
    minH: { base: '11', lg: '8' },
    px: '2.5',
    mb: '0.5',
    borderRadius: 'l2',
    textStyle: 'sm',
    fontWeight: '500',
    color: 'fg.muted',
    // The name of an add-on may take two lines.
    lineHeight: '1.35',
    py: '1',
    transitionProperty: 'background, color',
    transitionDuration: 'fast',
    '& > svg': { boxSize: '1.125rem', flexShrink: '0' },
    _hover: { bg: 'bg.muted', color: 'fg' },
    _currentPage: { bg: 'accent.muted', color: 'accent.fg', fontWeight: '600' },
    '&[data-counted]': { pe: '10' },
    '&[data-collapsed]': { justifyContent: 'center', px: '0' },
  },
});

type SideMenuProps = { label: string; menu: readonly AdminMenuEntry[]; isCollapsed?: boolean; onNavigate?: () => void };

/** Entries that follow each other under one heading. */
function sectionsOf(menu: readonly AdminMenuEntry[]) {
  const sections: { group: string | undefined; entries: AdminMenuEntry[] }[] = [];
  for (const entry of menu) {
    const last = sections.at(-1);
    if (last && last.group === entry.group) last.entries.push(entry);
    else sections.push({ group: entry.group, entries: [entry] });
  }
  return sections;
}

/** The entries of a menu, by group, with what waits there; only their icons when collapsed. */
export function SideMenu({ label, menu, isCollapsed = false, onNavigate }: SideMenuProps) {
  const { pathname } = useLocation();
  const active = activeEntry(menu, pathname);
  const nav = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const list = nav.current;
    if (!list) return;
    const showActive = () => {
      const [box, link] = [list, list.querySelector('[aria-current]')].map((element) => element?.getBoundingClientRect());
      // Not scrollIntoView, which would also scroll the page.
      if (box && link && (link.top < box.top || link.bottom > box.bottom)) list.scrollTop += link.top - box.top - box.height / 2;
    };
    showActive();
    const observer = new ResizeObserver(showActive);
    observer.observe(list);
    return () => observer.disconnect();
  }, [active?.path, menu.length]);
  return (
    <Nav aria-label={label} ref={nav}>
      {sectionsOf(menu).map(({ group, entries }, index) => {
        // An entry alone in the group of its name needs no heading.
        const heading = isCollapsed || (entries.length === 1 && entries[0]?.label === group) ? undefined : group;
        return (
          <Box key={group ?? index} flexShrink="0" {...(heading ? { role: 'group', 'aria-label': heading } : {})}>
            {heading && (
              <Box aria-hidden textStyle="xs" fontWeight="600" color="fg.subtle" px="2.5" pt={index === 0 ? '1' : '3'} pb="1">
                {heading}
              </Box>
            )}
            {!heading && index > 0 && <Box borderTopWidth="1px" my="2" mx="2" />}
            {entries.map((entry) => {
              const Icon = menuIcons[entry.icon];
              const countId = `${id}${entry.path}`;
              return (
                <Box key={entry.path} position="relative">
                  <MenuLink
                    to={entry.path}
                    onClick={onNavigate}
                    data-collapsed={isCollapsed || undefined}
                    data-counted={(entry.count && !isCollapsed) || undefined}
                    title={isCollapsed ? entry.label : undefined}
                    {...(entry.count ? { 'aria-describedby': countId } : {})}
                    {...(entry === active ? { 'aria-current': 'page' as const } : {})}
                  >
                    {Icon && <Icon aria-hidden />}
                    {isCollapsed ? <VisuallyHidden>{entry.label}</VisuallyHidden> : entry.label}
                  </MenuLink>
                  {entry.count ? <MenuCount id={countId} count={entry.count} isOverIcon={isCollapsed} /> : null}
                </Box>
              );
            })}
          </Box>
        );
      })}
    </Nav>
  );
}
