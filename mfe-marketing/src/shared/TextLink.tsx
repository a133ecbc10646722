import { AppLink, type AppLinkProps } from '@masomo/design-system';

/** A link within a sentence, told from the words around it by more than its colour. */
export function TextLink(props: AppLinkProps) {
  return (
    <AppLink
      color="accent.fg"
      fontWeight="500"
      textDecoration="underline"
      textUnderlineOffset="0.2em"
      textDecorationColor="accent.border"
      _hover={{ textDecorationColor: 'currentcolor' }}
      {...props}
    />
  );
}
