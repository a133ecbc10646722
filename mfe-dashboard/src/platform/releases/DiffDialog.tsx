import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { releaseKeys } from '@masomo/data/platform/releases';
import { Box, Center, ErrorState, Heading, Spinner, Stack, Text } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { getReleaseDiff, type ReleaseDiff } from '@masomo/data/platform/releaseApi';
import type { VersionRow } from './versionRows.ts';

function Changes({
  title,
  added,
  removed,
  changed = [],
}: {
  title: string;
  added: readonly string[];
  removed: readonly string[];
  changed?: readonly string[];
}) {
  const lines = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`), ...changed.map((name) => `± ${name}`)];
  if (lines.length === 0) return null;
  return (
    <Box>
      <Heading as="h3" size="sm" mb="1">
        {title}
      </Heading>
      <Box as="ul" listStyleType="none" fontFamily="mono" fontSize="sm" maxH="40" overflowY="auto" tabIndex={0}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Box>
  );
}

function DiffBody({ diff }: { diff: ReleaseDiff }) {
  return (
    <Stack gap="4">
      <Text>
        {diff.bytes === 0
          ? t`Same size as the live version.`
          : diff.bytes > 0
            ? plural(diff.bytes, { one: '# byte larger than the live version.', other: '# bytes larger than the live version.' })
            : plural(-diff.bytes, { one: '# byte smaller than the live version.', other: '# bytes smaller than the live version.' })}
      </Text>
      <Changes title={t`Addresses`} {...diff.routes} />
      <Changes title={t`Shell requirements`} {...diff.needs} />
      <Changes title={t`Provides`} {...diff.offers} />
      <Changes title={t`Files`} {...diff.files} />
    </Stack>
  );
}

export function DiffDialog({ row, onClose }: { row: VersionRow; onClose: () => void }) {
  const { app, live, version } = row;
  const { data, error, reload } = useQuery(releaseKeys.diff(app, live, version), async () =>
    getReleaseDiff(await getClient(), { app, from: live, to: version }),
  );
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      size="lg"
      scrollBehavior="inside"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header pe="12">
              <Dialog.Title>
                <Trans>
                  {app} {version} compared with {live}
                </Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pb="6">
              {error ? (
                <ErrorState error={error} onRetry={reload} />
              ) : data ? (
                <DiffBody diff={data} />
              ) : (
                <Center py="8">
                  <Spinner aria-label={t`Loading`} />
                </Center>
              )}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
