import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { createJobFileUrl, jobFileKeys, listMyJobFiles, type JobFile } from '@masomo/data/platform/jobFiles';
import { formatBytes } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, ErrorState, HStack, Stack, Text, toaster } from '@masomo/design-system';

/** The files that jobs of a kind made for the caller, to be downloaded while they are kept; nothing where there are none. */
export function JobFiles({ kind }: { kind: string }) {
  const { data: files, error, reload } = useQuery(jobFileKeys.mine(kind), (db) => listMyJobFiles(db, kind), { live: ['job_files'] });
  if (error && !files) return <ErrorState error={error} onRetry={reload} />;
  if (!files?.length) return null;
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {files.map((file) => (
        <JobFileRow key={file.id} file={file} />
      ))}
    </Stack>
  );
}

const useDownload = () =>
  useCommand(async (_, wanted: JobFile) => createJobFileUrl(await getClient(), wanted), {
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toaster.error(failureMessage(error, t`The file was not downloaded`)),
  });

/** Downloads what a job of this kind makes as soon as it is there. Returns what is told of the job. */
export function useDownloadWhenMade(kind: string): (jobId: string) => void {
  const [awaited, setAwaited] = useState('');
  const { data: files } = useQuery(awaited ? jobFileKeys.mine(kind) : null, (db) => listMyJobFiles(db, kind), { live: ['job_files'] });
  const { run } = useDownload();
  const made = files?.find(({ id }) => id === awaited);
  useEffect(() => {
    if (!made) return;
    setAwaited('');
    void run(made);
  }, [made, run]);
  return setAwaited;
}

function JobFileRow({ file }: { file: JobFile }) {
  const { name, size, expiresAt } = file;
  const download = useDownload();
  return (
    <HStack as="li" justify="space-between" wrap="wrap" gap="3" borderTopWidth="1px" pt="3">
      <Box minW="0" flex="1">
        <Text fontWeight="600" overflowWrap="anywhere">
          {name}
        </Text>
        <Text color="fg.muted">
          <Trans>
            {formatBytes(size)}, here until {formatDate(expiresAt)}
          </Trans>
        </Text>
      </Box>
      <Button size="sm" aria-label={t`Download ${name}`} loading={download.isRunning} onClick={() => void download.run(file)}>
        <Trans>Download</Trans>
      </Button>
    </HStack>
  );
}
