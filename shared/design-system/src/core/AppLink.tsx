import { Link as StyledLink, type LinkProps } from '@chakra-ui/react';
import { Link, type To } from '@masomo/navigation';

export type AppLinkProps = Omit<LinkProps, 'href' | 'as' | 'asChild'> & { to: To; state?: unknown; replace?: boolean };

/** A link inside the product; never loads a new document. */
export function AppLink({ to, state, replace, children, ...style }: AppLinkProps) {
  return (
    <StyledLink asChild color="inherit" _focusVisible={{ outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '2px' }} {...style}>
      <Link to={to} state={state} {...(replace ? { replace } : {})}>{children}</Link>
    </StyledLink>
  );
}
