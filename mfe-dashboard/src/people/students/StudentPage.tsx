import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { getStudentProfile, setStudentsStatus, studentKeys, type StudentProfile, type StudentStatus } from '@masomo/data/people/students';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, ErrorState, HStack, SimpleGrid, SkeletonText, Stack, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ActionMenu } from '@masomo/design-system/tables';
import { useParams } from '@masomo/navigation';
import { Slot } from '@masomo/remote/Slot';
import { fullName } from '@masomo/domain/personName';
import { MoveDialog } from './BulkActions.tsx';
import { ConsentsCard } from '../../shared/privacy/ConsentsCard.tsx';
import { useStudentDownload } from '../../shared/privacy/useStudentDownload.ts';
import { GuardiansCard } from './GuardiansCard.tsx';
import { RecordsCard } from './RecordsCard.tsx';
import { StudentDialog } from './StudentDialog.tsx';
import { AbsencesCard, EnrolmentsCard, ResultsCard, StudentFigures, useReadsMarks } from './StudentFacts.tsx';
import { boardingLabels, genderLabels, statusColors, statusLabels } from './studentLabels.ts';

export function StudentPage() {
  const { id = '' } = useParams();
  const { data: student, error, reload } = useQuery(studentKeys.one(id), (db) => getStudentProfile(db, id));
  const canEdit = useIsAllowed('student:write');
  const readsMarks = useReadsMarks();
  const back = (
    <AppLink to="/dashboard/students" color="accent.fg">
      <Trans>All students</Trans>
    </AppLink>
  );
  if (error && !student)
    return (
      <>
        <PageHeader title={t`Student`} description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!student)
    return (
      <>
        <PageHeader title={t`Student`} description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const facts = [
    student.admission_number,
    student.class_name ?? t`No class`,
    student.boarding && boardingLabels[student.boarding],
    student.gender && genderLabels[student.gender],
    student.date_of_birth && t`born ${formatDate(student.date_of_birth)}`,
    t`admitted ${formatDate(student.admitted_on)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <PageHeader
        title={
          <HStack gap="3" wrap="wrap">
            {fullName(student.first_name, student.last_name)}
            <Badge colorPalette={statusColors[student.status]}>{statusLabels[student.status]}</Badge>
          </HStack>
        }
        description={
          <Stack gap="1">
            {facts}
            {back}
          </Stack>
        }
        actions={canEdit && <Actions student={student} />}
      />
      <Stack gap="4">
        <StudentFigures student={student} />
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
          <Stack gap="4">
            <GuardiansCard student={student} canEdit={canEdit} />
            <RecordsCard student={student} canEdit={canEdit} />
            {canEdit && <ConsentsCard studentId={student.id} isOffice />}
            <EnrolmentsCard student={student} />
          </Stack>
          <Stack gap="4">
            {readsMarks && <ResultsCard student={student} />}
            <AbsencesCard student={student} />
            <Slot name="student-page/cards" context={{ studentId: student.id, name: fullName(student.first_name, student.last_name) }} />
          </Stack>
        </SimpleGrid>
      </Stack>
    </>
  );
}

const statusChanges: { status: StudentStatus; action: string; title: (name: string) => string; body: string }[] = [
  {
    status: 'suspended',
    action: t`Suspend`,
    title: (name) => t`Suspend ${name}?`,
    body: t`The student stays in the class but is marked as suspended. You can end the suspension at any time.`,
  },
  {
    status: 'graduated',
    action: t`Graduate`,
    title: (name) => t`Graduate ${name}?`,
    body: t`The student leaves the class as graduated. Marks, attendance and fees are kept.`,
  },
  {
    status: 'left',
    action: t`Archive`,
    title: (name) => t`Archive ${name}?`,
    body: t`The student is marked as left and leaves the class today. Marks, attendance and fees are kept, and you can restore the student later.`,
  },
];

function Actions({ student }: { student: StudentProfile }) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'move' | StudentStatus>();
  const canExport = useIsAllowed('school:run');
  const name = fullName(student.first_name, student.last_name);
  const download = useStudentDownload();
  const change = useCommand(setStudentsStatus, {
    invalidates: ['students', 'classes', 'overview'],
    onSuccess: () => setOpenDialog(undefined),
    onError: (error) => toaster.error(failureMessage(error, t`The student was not changed`)),
  });
  const isEnrolled = student.status === 'active' || student.status === 'suspended';
  const statusChange = statusChanges.find(({ status }) => status === openDialog);
  return (
    <>
      <Button size="sm" onClick={() => setOpenDialog('edit')}>
        <Trans>Edit</Trans>
      </Button>
      {isEnrolled && (
        <Button size="sm" variant="outline" onClick={() => setOpenDialog('move')}>
          <Trans>Move to class</Trans>
        </Button>
      )}
      {student.status !== 'active' && (
        <Button
          size="sm"
          variant="outline"
          disabled={change.isRunning}
          onClick={() => void change.run({ ids: [student.id], status: 'active' })}
        >
          {student.status === 'suspended' ? t`End suspension` : t`Restore`}
        </Button>
      )}
      <ActionMenu
        label={t`More actions for ${name}`}
        actions={[
          ...statusChanges.map(
            ({ status, action }) =>
              isEnrolled &&
              status !== student.status && {
                label: action,
                onSelect: () => setOpenDialog(status),
                ...(status === 'left' ? { tone: 'danger' as const } : {}),
              },
          ),
          canExport && {
            label: download.isRunning ? t`Collecting the data...` : t`Download all data`,
            onSelect: () => void download.run({ id: student.id, name }),
            isDisabled: download.isRunning,
          },
        ]}
      >
        <Trans>More</Trans>
      </ActionMenu>
      {openDialog === 'edit' && <StudentDialog student={student} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'move' && <MoveDialog ids={[student.id]} onClose={() => setOpenDialog(undefined)} />}
      <ConfirmDialog
        isOpen={statusChange !== undefined}
        title={statusChange?.title(name) ?? ''}
        body={statusChange?.body}
        confirmLabel={statusChange?.action ?? ''}
        tone={statusChange?.status === 'graduated' ? 'default' : 'danger'}
        isBusy={change.isRunning}
        onConfirm={() => statusChange && void change.run({ ids: [student.id], status: statusChange.status })}
        onClose={() => setOpenDialog(undefined)}
      />
    </>
  );
}
