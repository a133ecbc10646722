import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { ownStudentKeys, listMarks, type OwnMark } from '@masomo/data/people/studentWork';
import { percentText } from '@masomo/domain/gradebook';
import { absenceLabels, type Absence } from '@masomo/domain/marks';
import { Button, HStack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { translate } from '@masomo/i18n';
import { ReportCardButton } from '../../../shared/pdf/ReportCardButton.tsx';
import { StudentCard } from './StudentCard.tsx';

const shownTermCount = 3;
/** What a card shows at once; more would make it taller than the screen. */
const latestCount = 6;

export function MarksCard({ student: { id: studentId, name } }: { student: { id: string; name: string } }) {
  const query = useQuery(ownStudentKeys.marks(studentId), (db) => listMarks(db, studentId));
  const [isWhole, setIsWhole] = useState(false);
  const terms = [...new Map((query.data ?? []).map(({ termId, term }) => [termId, term]))].slice(0, shownTermCount);
  // Two classes may have an assessment of the same name in a term.
  const isOfSeveralClasses = new Set(query.data?.map(({ className }) => className)).size > 1;
  return (
    <StudentCard id="marks" title={t`Marks`} query={query}>
      {(marks) =>
        marks.length === 0 ? (
          <Text color="fg.muted">
            <Trans>Marks appear here once teachers enter them.</Trans>
          </Text>
        ) : (
          <>
            <HStack gap="2" wrap="wrap" mb="3">
              {terms.map(([id, term]) => (
                <ReportCardButton
                  key={id}
                  size="xs"
                  variant="outline"
                  termId={id}
                  studentId={studentId}
                  fileName={t`Report card ${name}, ${term}`}
                >{t`Report card, ${term}`}</ReportCardButton>
              ))}
            </HStack>
            <PlainTable
              labelledBy="marks"
              columns={[
                {
                  id: 'assessment',
                  header: t`Assessment`,
                  css: { whiteSpace: 'normal' },
                  cell: (mark) => (
                    <>
                      <Text fontWeight="550">{mark.assessment}</Text>
                      <Text fontSize="sm" color="fg.muted">
                        {[mark.subject, mark.term, isOfSeveralClasses && mark.className].filter(Boolean).join(' · ')}
                      </Text>
                    </>
                  ),
                },
                {
                  id: 'mark',
                  header: t`Mark`,
                  align: 'end',
                  cell: (mark) => <MarkCell {...mark} />,
                },
              ]}
              rows={marks.slice(0, isWhole ? undefined : latestCount)}
              rowKey={({ id }) => id}
            />
            {marks.length > latestCount && (
              <Button size="xs" variant="ghost" mt="2" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
                {isWhole ? t`Show the latest only` : t`Show all ${marks.length} marks`}
              </Button>
            )}
          </>
        )
      }
    </StudentCard>
  );
}

function MarkCell({ mark, maxScore, absentCountsAsZero }: OwnMark) {
  const isAbsence = typeof mark === 'string';
  return (
    <>
      <Text as="span" fontWeight="600">
        {isAbsence ? translate(absenceLabels[mark]) : `${mark} / ${maxScore}`}
      </Text>
      <Text fontSize="sm" color="fg.muted">
        {isAbsence ? absenceMeaning(mark, absentCountsAsZero) : percentText((mark * 100) / maxScore)}
      </Text>
    </>
  );
}

function absenceMeaning(absence: Absence, absentCountsAsZero: boolean): string {
  if (absence === 'exempt') return t`Exempt, does not count`;
  return absentCountsAsZero ? t`Absent, counts as 0` : t`Absent, does not count`;
}
