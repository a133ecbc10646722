import { Button, type ButtonProps } from '@chakra-ui/react';
import { Link, type To } from '@masomo/navigation';

export type ButtonLinkProps = Omit<ButtonProps, 'as' | 'asChild' | 'type'> & { to: To; state?: unknown };

/** A link inside the product that looks like a button. One with `state` waits for hydration (`data-waits`), because the browser alone would lose the state. */
export function ButtonLink({ to, state, children, ...style }: ButtonLinkProps) {
  return (
    <Button asChild {...style}>
      <Link discover="none" to={to} state={state} {...(state === undefined ? {} : { 'data-waits': '' })}>
        {children}
      </Link>
    </Button>
  );
}
