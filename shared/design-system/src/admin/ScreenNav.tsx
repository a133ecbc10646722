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

/** Links between the screens of one feature, above their content. */
export function ScreenNav<To extends string>({ label, links, current, toAddress = (to) => to }: ScreenNavProps<To>) {
  return (
    <HStack as="nav" aria-label={label} gap="2" mb="5" wrap="wrap">
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
