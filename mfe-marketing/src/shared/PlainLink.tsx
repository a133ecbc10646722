import { Span, type TextProps } from '@masomo/design-system';

/** A `tel:` or `mailto:` link. */
export function PlainLink({ href, children, ...style }: TextProps & { href: string }) {
  return (
    <Span asChild color="accent.fg" _hover={{ textDecoration: 'underline' }} {...style}>
      <a href={href}>{children}</a>
    </Span>
  );
}
