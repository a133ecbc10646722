import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsAllowed } from '@masomo/auth';
import type { StudentProfile } from '@masomo/data/people/students';
import { attendancePercent } from '@masomo/domain/attendance';
import { bandLabel, followsFromPercent, gradeOf, meanPercent, percentText } from '@masomo/domain/gradebook';
import { formatDate } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { AppLink, Box, Card, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { StatCard } from '@masomo/design-system/admin';
import { LevelNames } from '../../shared/LevelNames.tsx';
import { formatBalance } from '../../shared/paymentLabels.ts';
import { ReportCardButton } from '../../shared/pdf/ReportCardButton.tsx';
import { statusLabel } from '../../shared/attendanceLabels.ts';

function FactCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Header>
        <Heading as="h2" size="md" id={id}>
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>{children}</Card.Body>
    </Card.Root>
  );
}

/** Whether a person reads marks at all; what others may not see is not said to be missing. */
export const useReadsMarks = (): boolean => [useIsAllowed('result:read-all'), useIsAllowed('grade:write')].some(Boolean);

export function StudentFigures({ student }: { student: StudentProfile }) {
  const readsMarks = useReadsMarks();
  const { absent = 0, excused = 0, late = 0 } = student.attendance;
  const attendance = attendancePercent(student.attendance);
  const [latest] = student.results;
  const current = student.results.filter(({ term }) => term === latest?.term);
  const isWithoutMean = current.some((result) => !result.has_mean);
  const showsMean = readsMarks && !isWithoutMean;
  return (
    <SimpleGrid columns={{ base: 2, sm: 1 + Number(showsMean) + Number(Boolean(student.fees)) }} gap="4">
      <StatCard
        label={t`Attendance`}
        value={attendance === null ? t`No registers yet` : `${attendance}%`}
        hint={t`Last 90 days: ${absent} absent, ${excused} excused, ${late} late`}
      />
      {showsMean && (
        <StatCard
          label={t`Average mark`}
          value={current.length === 0 ? t`No marks yet` : percentText(meanPercent(current.map(({ percent }) => percent)))}
          hint={latest?.term}
        />
      )}
      {student.fees && (
        <StatCard
          label={t`Fees balance`}
          value={formatBalance(student.fees.balance)}
          hint={
            <AppLink to={`/dashboard/finances/${student.id}`} color="accent.fg">
              <Trans>View account</Trans>
            </AppLink>
          }
        />
      )}
    </SimpleGrid>
  );
}

export function ResultsCard({ student }: { student: StudentProfile }) {
  const ofLevels = student.results.filter(({ has_mean: hasMean }) => !hasMean);
  const terms = new Map(student.results.map((row) => [row.term_id, row.term]));
  return (
    <FactCard id="results" title={t`Results`}>
      {terms.size > 0 && (
        <HStack gap="2" wrap="wrap" mb="3">
          {[...terms].map(([id, term]) => (
            <ReportCardButton
              key={id}
              size="xs"
              variant="outline"
              termId={id}
              studentId={student.id}
              fileName={t`Report card ${student.admission_number}, ${term}`}
            >{t`Report card, ${term}`}</ReportCardButton>
          ))}
        </HStack>
      )}
      {student.results.length === 0 ? (
        <Text color="fg.muted">
          <Trans>Marks appear here once teachers enter them.</Trans>
        </Text>
      ) : (
        <PlainTable
          labelledBy="results"
          scrollLabel={t`Results, scrolls`}
          columns={[
            {
              id: 'subject',
              header: t`Subject`,
              cell: ({ subject, term, assessments }) => (
                <>
                  <Text>{subject}</Text>
                  <Text fontSize="xs" color="fg.muted">
                    {term} · {plural(assessments, { one: '# assessment', other: '# assessments' })}
                  </Text>
                </>
              ),
            },
            { id: 'result', header: t`Result`, align: 'end', cell: (result) => <Result {...result} /> },
          ]}
          rows={student.results}
          rowKey={(row) => `${row.term_id} ${row.subject}`}
        />
      )}
      {ofLevels.length > 0 && (
        <Box mt="3">
          {!ofLevels.some(({ scale }) => followsFromPercent(scale)) && (
            <Text textStyle="xs" color="fg.muted">
              <Trans>A teacher judges the level in this class; it does not follow from marks.</Trans>
            </Text>
          )}
          <LevelNames />
        </Box>
      )}
    </FactCard>
  );
}

/** A level where the curriculum has them, with the percentage below it; else the percentage. */
function Result({ percent, scale, has_mean: hasMean }: StudentProfile['results'][number]) {
  const level = hasMean ? undefined : gradeOf(scale, percent);
  if (!level) return <Text fontWeight="600">{percentText(percent)}</Text>;
  return (
    <>
      <Text fontWeight="600">
        <abbr title={translate(bandLabel(level))}>{level.code}</abbr>
      </Text>
      <Text fontSize="xs" color="fg.muted">
        {percentText(percent)}
      </Text>
    </>
  );
}

export function AbsencesCard({ student }: { student: StudentProfile }) {
  return (
    <FactCard id="absences" title={t`Absent and late`}>
      {student.absences.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No absences</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2">
          {student.absences.map((day) => (
            <Text as="li" key={day.day}>
              <Text as="span" fontWeight="550">
                {formatDate(day.day)}
              </Text>{' '}
              <Text as="span">{statusLabel(day.status)}</Text>
              {day.note && (
                <Text as="span" color="fg.muted">
                  {' '}
                  · {day.note}
                </Text>
              )}
            </Text>
          ))}
        </Stack>
      )}
    </FactCard>
  );
}

export function EnrolmentsCard({ student }: { student: StudentProfile }) {
  return (
    <FactCard id="enrolments" title={t`Classes`}>
      {student.enrolments.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No classes yet</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2">
          {student.enrolments.map((stay) => (
            <Text as="li" key={stay.id}>
              <Text as="span" fontWeight="550">
                {stay.class_name}
              </Text>{' '}
              <Text as="span" color="fg.muted">
                {stay.ended_on
                  ? t`${formatDate(stay.started_on)} to ${formatDate(stay.ended_on)}`
                  : t`${formatDate(stay.started_on)} to present`}
              </Text>
            </Text>
          ))}
        </Stack>
      )}
    </FactCard>
  );
}
