import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listClassSubjects, listTaughtSubjects, teachingKeys } from '@masomo/data/learning/teaching';
import { Box, Button, EmptyState, ErrorState, SkeletonText, Text } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { useSearchParams } from '@masomo/navigation';
import { useModule } from '@masomo/remote/useModule';
import { cbseKeys, getSheet, listMarkedStudents, listSchemes, type SheetId, type Test, type YearClass } from '../../data/cbse.ts';
import { CbseNav } from '../shared/CbseNav.tsx';
import { cbseFeature } from '../shared/cbseHome.ts';
import { useChosenClass } from '../shared/useChosenClass.tsx';
import { MarkSheet } from './MarkSheet.tsx';
import { TestDialog } from './TestDialog.tsx';
import { useMarkDrafts } from './useMarkDrafts.ts';

/** Marks of a class in a subject and a part of the year. */
export function MarksPage() {
  const { chosen, instead } = useChosenClass();
  return (
    <>
      <PageHeader
        title={t`CBSE marks`}
        description={t`Move with arrows and Enter, or paste a column. AB is absent and counts as nothing, EX is exempt and does not count.`}
      />
      <CbseNav current="/marks" />
      {chosen ? (
        <ChosenSubject key={chosen.yearClass.id} yearClass={chosen.yearClass} part={chosen.part.part} selects={chosen.selects} />
      ) : (
        instead
      )}
    </>
  );
}

type ChosenProps = { yearClass: YearClass; part: number; selects: React.ReactNode };

function ChosenSubject({ yearClass, part, selects }: ChosenProps) {
  const me = useSession().user?.id ?? '';
  const [params, setParams] = useSearchParams();
  const all = useQuery(teachingKeys.classSubjects(), listClassSubjects);
  const taught = useQuery(me ? teachingKeys.taughtSubjects(me) : null, (db) => listTaughtSubjects(db, me));
  const failed = [all, taught].find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.reload} />;
  if (!all.data || !taught.data) return <SkeletonText noOfLines={10} gap="4" aria-busy aria-label={t`Loading`} />;
  const subjects = all.data.filter(({ classId }) => classId === yearClass.classId).toSorted((a, b) => a.subject.localeCompare(b.subject));
  const isMine = (subjectId: string) =>
    taught.data?.some((row) => row.classId === yearClass.classId && row.subjectId === subjectId) ?? false;
  const subject =
    subjects.find(({ subjectId }) => subjectId === params.get('subject')) ??
    subjects.find(({ subjectId }) => isMine(subjectId)) ??
    subjects[0];
  const choose = (subjectId: string) => {
    const next = new URLSearchParams(params);
    next.set('subject', subjectId);
    setParams(next, { replace: true });
  };
  return (
    <>
      <Toolbar>
        {selects}
        {subject && (
          <Box w={{ base: 'full', sm: '56' }}>
            <SelectField
              label={t`Subject`}
              options={subjects.map((row) => ({ value: row.subjectId, label: row.subject }))}
              value={subject.subjectId}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          </Box>
        )}
      </Toolbar>
      {subject ? (
        <SubjectSheet
          key={`${subject.subjectId} ${part}`}
          sheetId={{ yearClassId: yearClass.id, subjectId: subject.subjectId, part }}
          schemeId={yearClass.schemeId}
          isMine={isMine(subject.subjectId)}
        />
      ) : (
        <EmptyState title={t`This class has no subjects`}>{t`Give it subjects under Classes first.`}</EmptyState>
      )}
    </>
  );
}

function SubjectSheet({ sheetId, schemeId, isMine }: { sheetId: SheetId; schemeId: string; isMine: boolean }) {
  const { isReadOnly } = useModule(cbseFeature);
  const [edited, setEdited] = useState<Test | 'new'>();
  const drafts = useMarkDrafts();
  const schemes = useQuery(cbseKeys.schemes(), listSchemes);
  const students = useQuery(cbseKeys.students(sheetId.yearClassId), (db) => listMarkedStudents(db, sheetId.yearClassId));
  const sheet = useQuery(cbseKeys.sheet(sheetId), (db) => getSheet(db, sheetId), {
    live: ['cbse_marks', `cbse_tests:${sheetId.yearClassId}`],
  });
  const failed = [schemes, students, sheet].find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.reload} />;
  if (!schemes.data || !students.data || !sheet.data) return <SkeletonText noOfLines={10} gap="4" aria-busy aria-label={t`Loading`} />;
  const components = schemes.data.find(({ id }) => id === schemeId)?.components ?? [];
  const tests = components.flatMap((component) =>
    (sheet.data?.tests ?? []).filter(({ componentId }) => componentId === component.id).map((test) => ({ test, component })),
  );
  const canWrite = isMine && !isReadOnly;
  if (students.data.length === 0)
    return <EmptyState title={t`Nobody is in this class`}>{t`Students who are in it in these terms are listed here.`}</EmptyState>;
  return (
    <>
      {!isMine && (
        <Text color="fg.muted" mb="3">
          <Trans>Marks are entered by who teaches this subject to the class.</Trans>
        </Text>
      )}
      {canWrite && (
        <Button size="sm" variant="outline" mb="3" onClick={() => setEdited('new')}>
          <Trans>Add test</Trans>
        </Button>
      )}
      {tests.length === 0 ? (
        <EmptyState title={t`No tests yet`}>
          {canWrite ? t`Add the first test of this subject.` : t`The teacher has not added a test.`}
        </EmptyState>
      ) : (
        <MarkSheet
          students={students.data}
          sheet={sheet.data}
          tests={tests}
          drafts={drafts}
          isReadOnly={!canWrite}
          onEditTest={setEdited}
        />
      )}
      {edited && (
        <TestDialog
          sheet={sheetId}
          components={components}
          {...(edited === 'new' ? {} : { test: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
