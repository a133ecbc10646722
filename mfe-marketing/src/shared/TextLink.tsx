import { AppLink, type AppLinkProps } from '@masomo/design-system';

/** An inline link, distinguishable from the surrounding text by more than colour. */
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
