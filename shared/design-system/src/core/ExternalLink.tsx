import { Trans } from '@lingui/react/macro';
import { Link, VisuallyHidden, type LinkProps } from '@chakra-ui/react';
import { ArrowUpRightIcon } from 'lucide-react';

/** A link out of the product: opens a new tab and says so to screen readers. */
export function ExternalLink({ children, ...props }: LinkProps & { href: string }) {
  return (
    <Link target="_blank" rel="noopener noreferrer" gap="0.5" {...props}>
      {children}
      <ArrowUpRightIcon size="1em" aria-hidden />
      <VisuallyHidden>
        <Trans>(opens in a new tab)</Trans>
      </VisuallyHidden>
    </Link>
  );
}
