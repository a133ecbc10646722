import { Trans } from '@lingui/react/macro';
import { Box } from '@masomo/design-system';

/** First in the tab order: skips the menu. */
export function SkipLink() {
  return (
    <Box
      asChild
      position="absolute"
      insetStart="4"
      top="-20"
      zIndex="skipNav"
      bg="bg.panel"
      color="fg"
      px="4"
      py="2"
      borderRadius="md"
      boxShadow="md"
      css={{ '&:focus': { top: 'var(--ds-spacing-3)' } }}
    >
      <a href="#main">
        <Trans>Skip to content</Trans>
      </a>
    </Box>
  );
}
