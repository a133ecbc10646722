import { Span, type TextProps } from '@masomo/design-system';

/** A telephone number or mail address that starts the visitor's own program. */
export function PlainLink({ href, children, ...style }: TextProps & { href: string }) {
  return (
    <Span asChild color="accent.fg" _hover={{ textDecoration: 'underline' }} {...style}>
      <a href={href}>{children}</a>
    </Span>
  );
}
