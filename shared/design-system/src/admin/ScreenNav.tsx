import { useEffect, useRef } from 'react';
import { HStack } from '@chakra-ui/react';
import { ButtonLink } from '@masomo/design-system';

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
  useEffect(() => {
    const row = nav.current;
    const link = row?.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView, which would also scroll the page.
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <HStack
      ref={nav}
      as="nav"
      aria-label={label}
      position="relative"
      gap="2"
      // The row reaches the edges of a phone's screen, so that it is seen to go on; the padding leaves room for the focus ring.
      mx={{ base: '-4', md: '-1' }}
      mt="-1"
      mb="4"
      px={{ base: '4', md: '1' }}
      py="1"
      overflowX="auto"
      scrollbarWidth="none"
      css={{ '& > *': { flexShrink: 0 } }}
    >
      {links.map((link) => (
        <ButtonLink
          key={link.to}
          to={toAddress(link.to)}
          size="sm"
          variant={link.to === current ? 'subtle' : 'ghost'}
          {...(link.to === current ? { 'aria-current': 'page' as const } : {})}
        >
          {link.label}
        </ButtonLink>
      ))}
    </HStack>
  );
}
