import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { createWorkFileUrl, type WorkFile } from '@masomo/data/learning/assignmentFiles';
import { formatBytes } from '@masomo/domain/number';
import { Box, Button, HStack, Stack, Text, toaster } from '@masomo/design-system';

type FileLinksProps = {
  label: string;
  files: readonly WorkFile[];
  /** Buttons beside that of the download. */ actions?: (file: WorkFile) => ReactNode;
};

/** Files of an assignment, each with its download. */
export function FileLinks({ label, files, actions }: FileLinksProps) {
  const download = useCommand(async (_, file: WorkFile) => createWorkFileUrl(await getClient(), file), {
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toaster.error(failureMessage(error, t`The file could not be opened`)),
  });
  if (files.length === 0) return null;
  return (
    <Stack as="ul" listStyleType="none" ps="0" gap="0" aria-label={label} borderWidth="1px" borderRadius="md">
      {files.map((file) => (
        <HStack as="li" key={file.id} gap="3" px="3" minH="11" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
          <Box flex="1" minW="0">
            <Text textStyle="sm" fontWeight="500" truncate title={file.name} translate="no">
              {file.name}
            </Text>
          </Box>
          <Text textStyle="xs" color="fg.muted" flexShrink="0">
            {formatBytes(file.size)}
          </Text>
          <Button
            size="xs"
            variant="outline"
            flexShrink="0"
            aria-label={t`Download ${file.name}`}
            disabled={download.isRunning}
            onClick={() => void download.run(file)}
          >
            <Trans>Download</Trans>
          </Button>
          {actions?.(file)}
        </HStack>
      ))}
    </Stack>
  );
}
