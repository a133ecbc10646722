import { t } from '@lingui/core/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { EmptyState, ErrorState, SkeletonText, Text, toaster } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SheetTable } from '@masomo/design-system/tables';
import { useModule } from '@masomo/remote/useModule';
import { cbseKeys, getAreas, listMarkedStudents, listSchemes, type Scheme, type YearClass } from '../../data/cbse.ts';
import { saveGrading } from '../../data/cbseCommands.ts';
import { CbseNav } from '../shared/CbseNav.tsx';
import { cbseFeature } from '../shared/cbseHome.ts';
import { useChosenClass } from '../shared/useChosenClass.tsx';
import { RemarkField } from './RemarkField.tsx';

/** Co-scholastic grades and the class teacher's remarks, of a part of the year. */
export function AreasPage() {
  const { chosen, instead } = useChosenClass();
  return (
    <>
      <PageHeader
        title={t`Co-scholastic areas`}
        description={t`Grades and remarks for the report card, by the class teacher. They are in no result.`}
      />
      <CbseNav current="/areas" />
      {chosen ? (
        <>
          <Toolbar>{chosen.selects}</Toolbar>
          <AreaSheet key={`${chosen.yearClass.id} ${chosen.part.part}`} yearClass={chosen.yearClass} part={chosen.part.part} />
        </>
      ) : (
        instead
      )}
    </>
  );
}

function AreaSheet({ yearClass, part }: { yearClass: YearClass; part: number }) {
  const { isReadOnly } = useModule(cbseFeature);
  const schemes = useQuery(cbseKeys.schemes(), listSchemes);
  const students = useQuery(cbseKeys.students(yearClass.id), (db) => listMarkedStudents(db, yearClass.id));
  const areas = useQuery(cbseKeys.areas(yearClass.id, part), (db) => getAreas(db, { yearClassId: yearClass.id, part }));
  const failed = [schemes, students, areas].find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.reload} />;
  if (!schemes.data || !students.data || !areas.data) return <SkeletonText noOfLines={10} gap="4" aria-busy aria-label={t`Loading`} />;
  const scheme = schemes.data.find(({ id }) => id === yearClass.schemeId);
  if (!scheme || students.data.length === 0)
    return <EmptyState title={t`Nobody is in this class`}>{t`Students who are in it in these terms are listed here.`}</EmptyState>;
  // The remark is the last column.
  const columns: (Scheme['areas'][number] | undefined)[] = [...scheme.areas, undefined];
  return (
    <SheetTable
      label={t`Co-scholastic areas`}
      rowHeader={t`Student`}
      rows={students.data}
      columns={columns}
      keyOfRow={({ id }) => id}
      keyOfColumn={(area) => area?.id ?? 'remark'}
      rowName={({ name, admissionNumber }) => (
        <>
          {name}
          <small>{admissionNumber}</small>
        </>
      )}
      columnName={(area) => area?.name ?? t`Remark`}
      cell={(student, area) =>
        area ? (
          <GradeCell
            target={{ yearClassId: yearClass.id, studentId: student.id, areaId: area.id, part }}
            label={t`${student.name}, ${area.name}`}
            scheme={scheme}
            grade={areas.data?.grades[student.id]?.[area.id] ?? ''}
            isReadOnly={isReadOnly}
          />
        ) : (
          <RemarkCell
            target={{ yearClassId: yearClass.id, studentId: student.id, part }}
            label={t`${student.name}, remark`}
            remark={areas.data?.remarks[student.id] ?? ''}
            isReadOnly={isReadOnly}
          />
        )
      }
    />
  );
}

type GradeCellProps = {
  target: { yearClassId: string; studentId: string; areaId: string; part: number };
  label: string;
  scheme: Scheme;
  grade: string;
  isReadOnly: boolean;
};

/** A grade is saved when it is chosen. */
function GradeCell({ target, label, scheme, grade, isReadOnly }: GradeCellProps) {
  const save = useCommand(saveGrading, {
    invalidates: ['cbse'],
    isQueued: true,
    onError: (error) => toaster.error(failureMessage(error, t`The grade was not saved`)),
  });
  if (isReadOnly) return grade || '–';
  return (
    <select
      aria-label={label}
      value={grade}
      disabled={save.isRunning}
      onChange={(event) => void save.run({ ...target, grade: event.currentTarget.value })}
    >
      <option value="">–</option>
      {scheme.areaGrades.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

type RemarkCellProps = {
  target: { yearClassId: string; studentId: string; part: number };
  label: string;
  remark: string;
  isReadOnly: boolean;
};

function RemarkCell({ remark, isReadOnly, ...field }: RemarkCellProps) {
  if (isReadOnly)
    return (
      <Text minW="64" textAlign="start" whiteSpace="normal">
        {remark || '–'}
      </Text>
    );
  return <RemarkField key={remark} remark={remark} {...field} />;
}
