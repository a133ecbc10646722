import { useRef } from 'react';
import { chakra, HStack } from '@chakra-ui/react';
import { Link } from '@masomo/navigation';
import { moreStyles, useCurrentInView } from './useCurrentInView.ts';

// Looks like a tab of the overlays' recipe, which screens without tabs do not load.
const ScreenLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: '0',
    h: '10',
    px: '3.5',
    textStyle: 'sm',
    fontWeight: '550',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    transitionProperty: 'color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    _currentPage: { color: 'fg', boxShadow: 'inset 0 -2px 0 {colors.accent.solid}' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

export type ScreenNavProps<To extends string> = {
  /** Accessible name of the navigation. */
  label: string;
  links: readonly { to: To; label: string }[];
  current: NoInfer<To>;
  /** Makes the address of a link, for links below one address or with a query. */
  toAddress?: (to: To) => string;
};

/** Links between the screens of one feature, above their content. On a narrow screen they scroll sideways, with the current one in view. */
export function ScreenNav<To extends string>({ label, links, current, toAddress = (to) => to }: ScreenNavProps<To>) {
  const nav = useRef<HTMLDivElement>(null);
  useCurrentInView(nav, `${current} ${links.length}`);
  return (
    <HStack
      ref={nav}
      as="nav"
      aria-label={label}
      position="relative"
      gap="0"
      // The row reaches the edges of a phone's screen, so that it is seen to go on.
      mx={{ base: '-4', md: '0' }}
      px={{ base: '1', md: '0' }}
      mt="-3"
      mb="5"
      overflowX="auto"
      scrollbarWidth="none"
      boxShadow="inset 0 -1px 0 {colors.border}"
      css={moreStyles}
    >
      {links.map((link) => (
        <ScreenLink key={link.to} to={toAddress(link.to)} {...(link.to === current ? { 'aria-current': 'page' as const } : {})}>
          {link.label}
        </ScreenLink>
      ))}
    </HStack>
  );
}
