import { Fragment } from 'react';
import { Box, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Link, useLocation } from '@masomo/navigation';
import { activeEntry } from './activeEntry.ts';
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
};

const Nav = chakra('nav', {
  base: { display: 'flex', flexDirection: 'column', gap: '0.5', flex: '1', minH: '0', px: '3', py: '3', overflowY: 'auto' },
});
const MenuLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '9',
    px: '2.5',
    flexShrink: '0',
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
    '&[data-collapsed]': { justifyContent: 'center', px: '0' },
  },
});

type SideMenuProps = { label: string; menu: readonly AdminMenuEntry[]; isCollapsed?: boolean; onNavigate?: () => void };

/** The entries of a menu, by group; only their icons when collapsed. */
export function SideMenu({ label, menu, isCollapsed = false, onNavigate }: SideMenuProps) {
  const { pathname } = useLocation();
  const active = activeEntry(menu, pathname);
  return (
    <Nav aria-label={label}>
      {menu.map((entry, index) => {
        const Icon = menuIcons[entry.icon];
        const isFirstOfGroup = entry.group !== menu[index - 1]?.group;
        return (
          <Fragment key={entry.path}>
            {isFirstOfGroup && entry.group && !isCollapsed && (
              <Box textStyle="xs" fontWeight="600" color="fg.subtle" px="2.5" pt={index === 0 ? '0' : '4'} pb="1">
                {entry.group}
              </Box>
            )}
            {isFirstOfGroup && index > 0 && (isCollapsed || !entry.group) && <Box borderTopWidth="1px" my="2" mx="2" />}
            <MenuLink
              to={entry.path}
              onClick={onNavigate}
              data-collapsed={isCollapsed || undefined}
              title={isCollapsed ? entry.label : undefined}
              {...(entry === active ? { 'aria-current': 'page' as const } : {})}
            >
              {Icon && <Icon aria-hidden />}
              {isCollapsed ? <VisuallyHidden>{entry.label}</VisuallyHidden> : entry.label}
            </MenuLink>
          </Fragment>
        );
      })}
    </Nav>
  );
}
