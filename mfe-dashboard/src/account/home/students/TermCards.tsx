import type { Child } from '@masomo/data/platform/familyHome';
import { FeesCard } from './FeesCard.tsx';
import { MarksCard } from './MarksCard.tsx';
import { TimetableCard } from './TimetableCard.tsx';

/** A student's week, marks and fees. */
export function TermCards({ student }: { student: Child }) {
  return (
    <>
      {student.class_id && <TimetableCard classId={student.class_id} />}
      <MarksCard student={student} />
      <FeesCard studentId={student.id} />
    </>
  );
}
