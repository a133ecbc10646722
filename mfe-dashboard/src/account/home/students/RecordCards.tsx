import type { Child } from '@masomo/data/platform/familyHome';
import { ConsentsCard } from '../../../shared/privacy/ConsentsCard.tsx';
import { AttendanceCard } from './AttendanceCard.tsx';
import { DataCard } from './DataCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { TeachersCard } from './TeachersCard.tsx';

/** What the school has recorded of a student, who teaches them, and what their guardians decide. */
export function RecordCards({ student, isGuardian }: { student: Child; isGuardian: boolean }) {
  return (
    <>
      <AttendanceCard studentId={student.id} />
      <NotesCard studentId={student.id} />
      {isGuardian && <TeachersCard studentId={student.id} />}
      <DataCard student={student} />
      {isGuardian && <ConsentsCard studentId={student.id} isOffice={false} />}
    </>
  );
}
