import { Link, type LinkProps } from '@chakra-ui/react';
import { ExternalLinkIcon } from 'lucide-react';
import { VisuallyHidden } from '@chakra-ui/react';

/** A link out of the product: opens a new tab and says so to screen readers. */
export function ExternalLink({ children, ...props }: LinkProps & { href: string }) {
  return (
    <Link target="_blank" rel="noopener noreferrer" {...props}>
      {children}
      <ExternalLinkIcon size="1em" aria-hidden />
      <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
    </Link>
  );
}
