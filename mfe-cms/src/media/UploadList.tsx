import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import type { Upload, useUploads } from './useUploads.ts';

const statusLabel = ({ state, progress, isUnconfirmed }: Upload) =>
  ({
    waiting: t`Waiting`,
    sending: t`Uploading, ${Math.round(progress * 100)}%`,
    done: t`Uploaded`,
    failed: isUnconfirmed ? t`Not confirmed` : t`Failed`,
  })[state];

/** The progress of each upload; a failed one shows why and can be retried. */
export function UploadList({
  uploads,
  retry,
  retryAll,
  dismiss,
}: Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry' | 'retryAll' | 'dismiss'>) {
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'done').length;
  const failed = uploads.filter(({ state, isUnconfirmed }) => state === 'failed' && !isUnconfirmed).length;
  return (
    <Stack
      as="section"
      aria-label={t`Uploads`}
      borderWidth="1px"
      borderRadius="lg"
      p="4"
      mb="4"
      gap="3"
      maxH="80"
      overflowY="auto"
      tabIndex={0}
    >
      <HStack justify="space-between">
        <Text role="status" fontWeight="600">
          {failed > 0 ? t`${done} of ${uploads.length} uploaded, ${failed} failed` : t`${done} of ${uploads.length} uploaded`}
        </Text>
        {failed > 1 && (
          <Button size="xs" variant="outline" onClick={retryAll}>
            <Trans>Retry failed uploads</Trans>
          </Button>
        )}
      </HStack>
      {uploads.map((upload) => (
        <Box key={upload.id}>
          <HStack justify="space-between" gap="3" align="start">
            <Text fontSize="sm" wordBreak="break-word">
              {upload.file.name}: {statusLabel(upload)}
              {upload.reason ? `. ${upload.reason}` : ''}
              {upload.isConnectionLost ? ` ${t`It resumes when you are back online.`}` : ''}
            </Text>
            {upload.state === 'failed' && (
              <HStack>
                <Button size="xs" variant="outline" aria-label={t`Retry ${upload.file.name}`} onClick={() => retry(upload)}>
                  <Trans>Retry</Trans>
                </Button>
                <Button size="xs" variant="ghost" aria-label={t`Dismiss ${upload.file.name}`} onClick={() => dismiss(upload.id)}>
                  <Trans>Dismiss</Trans>
                </Button>
              </HStack>
            )}
          </HStack>
          {upload.state === 'sending' && (
            <Box
              role="progressbar"
              aria-label={upload.file.name}
              aria-valuenow={Math.round(upload.progress * 100)}
              aria-valuemin={0}
              aria-valuemax={100}
              h="1"
              mt="1"
              borderRadius="full"
              bg="bg.emphasized"
              overflow="hidden"
            >
              <Box h="full" bg="accent.solid" style={{ width: `${upload.progress * 100}%` }} />
            </Box>
          )}
        </Box>
      ))}
    </Stack>
  );
}
