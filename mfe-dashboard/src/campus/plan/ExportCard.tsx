import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getClient } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { jobKeys, listMyJobs } from '@masomo/data/platform/jobs';
import {
  createExportUrl,
  listSchoolExports,
  schoolExportKeys,
  startSchoolExport,
  type SchoolExport,
} from '@masomo/data/platform/schoolExports';
import { formatBytes } from '@masomo/domain/number';
import { formatDate, formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { JobProgress } from '@masomo/remote/JobProgress';

const kind = 'school-export';
const isUnderWay = ({ state }: SchoolExport) => state === 'waiting' || state === 'running';

/** Everything of the school as one file, also when its subscription has ended. */
export function ExportCard() {
  const { data: exports, error, reload } = useQuery(schoolExportKeys.list(), listSchoolExports, { live: ['school_exports'] });
  const { data: ownJobs } = useQuery(jobKeys.mine(kind), (db) => listMyJobs(db, kind), { live: ['jobs'] });
  const start = useCommand(startSchoolExport, { invalidates: ['school-exports', 'jobs'] });
  const ownOpen = new Set(ownJobs?.filter(({ state }) => state !== 'done').map(({ subject }) => subject));
  return (
    <Card.Root as="section" aria-labelledby="export">
      <Card.Header>
        <Heading as="h2" size="md" id="export">
          <Trans>Export everything</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">
          <Text color="fg.muted">
            <Trans>
              One ZIP with a CSV of every table, your files, your invoices and the report cards of closed terms. It is made in the
              background, so you can leave this page, and it stays here for seven days. You can export at any time, also when your
              subscription has ended.
            </Trans>
          </Text>
          <FormError>{start.error?.userMessage}</FormError>
          <Button
            alignSelf="start"
            variant="outline"
            loading={start.isRunning}
            disabled={exports?.some(isUnderWay)}
            onClick={() => void start.run()}
          >
            <Trans>Start an export</Trans>
          </Button>
          {error && !exports && <ErrorState error={error} onRetry={reload} />}
          {!error && !exports && <SkeletonText noOfLines={2} aria-busy aria-label={t`Loading`} />}
          <JobProgress kind={kind} />
          {exports
            ?.filter(({ id }) => !ownOpen.has(id))
            .map((each) => (
              <ExportRow key={each.id} each={each} />
            ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

function ExportRow({ each }: { each: SchoolExport }) {
  const download = useCommand(async (_, wanted: SchoolExport) => createExportUrl(await getClient(), wanted), {
    onSuccess: (url) => window.location.assign(url),
  });
  const started = formatDateTimeWithSeconds(each.createdAt);
  return (
    <Box borderTopWidth="1px" pt="3">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <Box minW="0">
          <Text fontWeight="600">{started}</Text>
          <Text role="status" color="fg.muted">
            <Progress each={each} />
          </Text>
        </Box>
        {each.state === 'ready' && (
          <Button
            size="sm"
            aria-label={t`Download the export of ${started}`}
            loading={download.isRunning}
            onClick={() => void download.run(each)}
          >
            <Trans>Download</Trans>
          </Button>
        )}
      </HStack>
      {isUnderWay(each) && (
        <Box h="2" mt="2" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden>
          <Box h="full" w={`${each.percent}%`} bg="accent.solid" />
        </Box>
      )}
      <FormError>{download.error?.userMessage}</FormError>
    </Box>
  );
}

function Progress({ each }: { each: SchoolExport }) {
  const size = formatBytes(each.size);
  if (each.state === 'waiting') return <Trans>Begins in a moment</Trans>;
  if (each.state === 'running')
    return (
      <Trans>
        {each.percent}% written, {size}
      </Trans>
    );
  if (each.state === 'failed') return <Trans>It could not be finished. Start it again, or write to us if that happens twice.</Trans>;
  if (each.state === 'expired') return <Trans>Deleted after seven days. Start a new one.</Trans>;
  return (
    <Trans>
      {size}, here until {each.expiresAt ? formatDate(each.expiresAt) : ''}
    </Trans>
  );
}
