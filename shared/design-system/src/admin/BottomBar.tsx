import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Box, chakra } from '@chakra-ui/react';
import { Global } from '@emotion/react';
import { EllipsisIcon } from 'lucide-react';
import { Link, useLocation } from '@masomo/navigation';
import { activeEntry } from './activeEntry.ts';
import { MenuCount } from './MenuCount.tsx';
import { menuIcons } from './menuIcons.ts';
import type { AdminMenuEntry } from './SideMenu.tsx';

const phone = '@media screen and (width < 48rem)';
const isTyping = 'html:has(:read-write:focus)';
/** What is at the bottom of a screen is above the bar by `--bottom-bar`. The bar hides while a keyboard takes its place. */
const room = {
  [phone]: {
    html: { '--bottom-bar': 'calc(3.5rem + env(safe-area-inset-bottom))', scrollPaddingBottom: 'calc(var(--bottom-bar) + 0.5rem)' },
    '@media (pointer: coarse)': { [isTyping]: { '--bottom-bar': '0px' }, [`${isTyping} [data-bottom-bar]`]: { display: 'none' } },
  },
};

const Bar = chakra('nav', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: 'sticky',
    display: { base: 'grid', md: 'none' },
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    h: 'var(--bottom-bar)',
    pb: 'env(safe-area-inset-bottom)',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    '@media print': { display: 'none' },
  },
});
const placeStyles = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  w: 'full',
  h: 'full',
  px: '0.5',
  minW: '0',
  cursor: 'pointer',
  color: 'fg.muted',
  fontSize: '0.6875rem',
  lineHeight: '1.2',
  fontWeight: '500',
  '& > svg': { boxSize: '1.375rem', flexShrink: '0' },
  '&[aria-current], &[data-current]': { color: 'accent.fg', fontWeight: '600' },
  // The ring stays within the bar, which reaches the edges of the screen.
  _focusVisible: { outlineOffset: '-2px' },
} as const;
const PlaceLink = chakra(Link, { base: placeStyles });
const PlaceButton = chakra('button', { base: placeStyles });

type BottomBarProps = {
  /** The whole menu, which "More" opens, and of it the places of the bar. */
  menu: readonly AdminMenuEntry[];
  places: readonly AdminMenuEntry[];
  isOpen: boolean;
  onOpen: () => void;
};

/** The places that a person opens most, under the thumb of who holds a phone. */
export function BottomBar({ menu, places, isOpen, onOpen }: BottomBarProps) {
  const { pathname } = useLocation();
  const id = useId();
  const active = activeEntry(menu, pathname)?.path;
  const isElsewhere = !places.some(({ path }) => path === active);
  const waiting = menu.reduce((sum, { path, count = 0 }) => (places.some((place) => place.path === path) ? sum : sum + count), 0);
  return (
    <>
      <Global styles={room} />
      <Bar aria-label={t`Quick access`} data-bottom-bar>
        {places.map(({ path, label, icon, count }) => {
          const Icon = menuIcons[icon];
          return (
            <Box key={path} position="relative" minW="0">
              <PlaceLink
                to={path}
                {...(count ? { 'aria-describedby': id + path } : {})}
                {...(path === active ? { 'aria-current': 'page' as const } : {})}
              >
                {Icon && <Icon aria-hidden />}
                <Box as="span" maxW="full" truncate>
                  {label}
                </Box>
              </PlaceLink>
              {count ? <MenuCount id={id + path} count={count} isOverIcon /> : null}
            </Box>
          );
        })}
        <Box position="relative" minW="0">
          <PlaceButton
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            data-current={isElsewhere || undefined}
            {...(waiting > 0 ? { 'aria-describedby': `${id}more` } : {})}
            onClick={onOpen}
          >
            <EllipsisIcon aria-hidden />
            <Trans>More</Trans>
          </PlaceButton>
          {waiting > 0 && <MenuCount id={`${id}more`} count={waiting} isOverIcon />}
        </Box>
      </Bar>
    </>
  );
}
