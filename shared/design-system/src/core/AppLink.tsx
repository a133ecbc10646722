import { Link as StyledLink, type LinkProps } from '@chakra-ui/react';
import { Link, type To } from '@masomo/navigation';

export type AppLinkProps = Omit<LinkProps, 'href' | 'as' | 'asChild'> & { to: To; state?: unknown; replace?: boolean };

/** A link inside the product; never loads a new document. In running text give it `variant="underline"`. */
export function AppLink({ to, state, replace, children, ...style }: AppLinkProps) {
  return (
    <StyledLink asChild {...(style.variant ? {} : { color: 'inherit' })} {...style}>
      <Link discover="none" to={to} state={state} {...(state === undefined ? {} : { 'data-waits': '' })} {...(replace ? { replace } : {})}>
        {children}
      </Link>
    </StyledLink>
  );
}
