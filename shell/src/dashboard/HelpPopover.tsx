import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useQuery } from '@masomo/data';
import { AppLink, Box, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { Popover, Portal } from '@masomo/design-system/popups';
import { articlePath, helpFor, inLanguage, manualPath } from '@masomo/remote/help';

type HelpPopoverProps = { pathname: string; /** The button that opens it. */ children: ReactElement };

/** What the screen is for, and the way into the manual. It is open at first, since its code is loaded when it is opened. */
export function HelpPopover({ pathname, children }: HelpPopoverProps) {
  return (
    <Popover.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="min(22rem, calc(100vw - 1.5rem))" aria-label={t`Help for this screen`}>
            <Popover.Context>{({ setOpen }) => <ScreenHelp pathname={pathname} onLeave={() => setOpen(false)} />}</Popover.Context>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function ScreenHelp({ pathname, onLeave }: { pathname: string; onLeave: () => void }) {
  const { data: article, error, reload } = useQuery(['help', pathname], () => helpFor(pathname));
  return (
    <>
      <Box px="4" py="4">
        {error && article === undefined && <ErrorState error={error} onRetry={reload} />}
        {!error && article === undefined && <SkeletonText noOfLines={3} gap="3" />}
        {article === null && (
          <Text color="fg.muted">
            <Trans>The manual has nothing on this screen yet.</Trans>
          </Text>
        )}
        {article && (
          <Stack gap="2" align="flex-start" fontSize="sm">
            <Heading as="h2" size="sm">
              {inLanguage(article.title)}
            </Heading>
            <Text>{inLanguage(article.sentence)}</Text>
            <AppLink to={articlePath(article)} color="accent.fg" fontWeight="600" onClick={onLeave}>
              <Trans>How it works</Trans>
            </AppLink>
          </Stack>
        )}
      </Box>
      <HStack justify="space-between" gap="4" px="4" py="3" borderTopWidth="1px" fontSize="sm">
        <AppLink to={manualPath} fontWeight="600" onClick={onLeave}>
          <Trans>The whole manual</Trans>
        </AppLink>
        <AppLink to="/support" color="fg.muted" onClick={onLeave}>
          <Trans>Contact support</Trans>
        </AppLink>
      </HStack>
    </>
  );
}
