import { t } from '@lingui/core/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { jobFileKeys, listMyJobFiles } from '@masomo/data/platform/jobFiles';
import { jobKeys, listMyJobs, startJob, type Job } from '@masomo/data/platform/jobs';
import { Button, Card, Heading, Stack, toaster } from '@masomo/design-system';
import { currentLanguage } from '@masomo/i18n';
import { JobFiles, useDownloadWhenMade } from '@masomo/remote/JobFiles';
import { JobProgress } from '@masomo/remote/JobProgress';
import { cbseKeys, listYearClasses, type YearClass } from '../../data/cbse.ts';

const kind = 'cbse-examination-report-cards';

/** Has the report cards of a class printed into one file. */
export function PrintCardsButton({ yearClass }: { yearClass: YearClass }) {
  const downloadWhenMade = useDownloadWhenMade(kind);
  const start = useCommand(startJob, {
    onSuccess: downloadWhenMade,
    invalidates: ['jobs'],
    onError: (error) => toaster.error(failureMessage(error, t`The report cards were not created`)),
  });
  return (
    <Button
      size="sm"
      loading={start.isRunning}
      onClick={() => void start.run({ kind, args: { class: yearClass.id, language: currentLanguage() }, subject: yearClass.id })}
    >
      {t`Report cards of ${yearClass.className}`}
    </Button>
  );
}

/** The files of report cards that the caller had made, and those that are being made; nothing where there are none. */
export function PrintedCards() {
  const { data: jobs } = useQuery(jobKeys.mine(kind), (db) => listMyJobs(db, kind), { live: ['jobs'] });
  const { data: classes } = useQuery(cbseKeys.classes(), listYearClasses);
  const { data: files } = useQuery(jobFileKeys.mine(kind), (db) => listMyJobFiles(db, kind), { live: ['job_files'] });
  const about = ({ subject }: Job) => {
    const yearClass = classes?.find(({ id }) => id === subject);
    return yearClass ? `${yearClass.className}, ${yearClass.year}` : '';
  };
  if (!files?.length && !jobs?.some(({ state }) => state !== 'done')) return null;
  return (
    <Card.Root as="section" aria-labelledby="cbse-report-cards">
      <Card.Header>
        <Heading as="h2" size="md" id="cbse-report-cards">{t`Report cards`}</Heading>
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
