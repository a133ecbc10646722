import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { jobFileKeys, listMyJobFiles } from '@masomo/data/platform/jobFiles';
import { jobKeys, listMyJobs, startJob, type Job } from '@masomo/data/platform/jobs';
import { Button, Card, Heading, Stack, toaster } from '@masomo/design-system';
import { currentLanguage } from '@masomo/i18n';
import { JobFiles, useDownloadWhenMade } from '@masomo/remote/JobFiles';
import { JobProgress } from '@masomo/remote/JobProgress';

const kind = 'class-report-cards';

/** Has the report cards of a class made, and downloads them; they are below as well once they are ready. */
export function ClassReportCardsButton({ termId, classId, className }: { termId: string; classId: string; className: string }) {
  const downloadWhenMade = useDownloadWhenMade(kind);
  const start = useCommand(startJob, {
    invalidates: ['jobs'],
    onSuccess: downloadWhenMade,
    onError: (error) => toaster.error(failureMessage(error, t`The report cards were not created`)),
  });
  const args = { term: termId, class: classId, language: currentLanguage() };
  return (
    <Button
      size="sm"
      variant="outline"
      disabled={!classId}
      loading={start.isRunning}
      onClick={() => void start.run({ kind, args, subject: `${termId}/${classId}` })}
    >
      {classId ? t`Report cards of ${className}` : t`Choose a class for report cards`}
    </Button>
  );
}

type Named = { id: string; name: string };
const nameOf = (id: string | undefined, list: readonly Named[]) => list.find((each) => each.id === id)?.name;

/** The report cards of classes that the caller had made, and those that are being made; nothing where there are none. */
export function ClassReportCards({ terms, classes }: { terms: readonly Named[]; classes: readonly Named[] }) {
  const { data: jobs } = useQuery(jobKeys.mine(kind), (db) => listMyJobs(db, kind), { live: ['jobs'] });
  const { data: files } = useQuery(jobFileKeys.mine(kind), (db) => listMyJobFiles(db, kind), { live: ['job_files'] });
  const about = ({ subject }: Job) => {
    const [termId, classId] = subject.split('/');
    return [nameOf(classId, classes), nameOf(termId, terms)].filter(Boolean).join(', ');
  };
  if (!files?.length && !jobs?.some(({ state }) => state !== 'done')) return null;
  return (
    <Card.Root as="section" aria-labelledby="class-report-cards" mb="5">
      <Card.Header>
        <Heading as="h2" size="md" id="class-report-cards">
          <Trans>Report cards of classes</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">
          <JobProgress kind={kind} about={about} />
          <JobFiles kind={kind} />
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
