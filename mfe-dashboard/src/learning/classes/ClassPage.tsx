import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getClassProfile, schoolSetupKeys } from '@masomo/data/campus/schoolSetup';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Badge, Button, ButtonLink, ErrorState, HStack, SimpleGrid, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { ClassDialog } from './ClassDialog.tsx';
import { Roster } from './Roster.tsx';
import { SubjectsCard } from './SubjectsCard.tsx';
import { TimetableCard } from './TimetableCard.tsx';

export function ClassPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const { data: schoolClass, error, reload } = useQuery(schoolSetupKeys.classProfile(id), (db) => getClassProfile(db, id));
  const [isEditing, setIsEditing] = useState(false);
  const canEdit = useIsAllowed('class:write');
  const back = (
    <AppLink to="/dashboard/classes" color="accent.fg">
      <Trans>All classes</Trans>
    </AppLink>
  );
  if (error && !schoolClass)
    return (
      <>
        <PageHeader title={t`Class`} description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!schoolClass)
    return (
      <>
        <PageHeader title={t`Class`} description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const facts = [
    schoolClass.level,
    schoolClass.campus,
    schoolClass.room,
    schoolClass.class_teacher ? t`Class teacher: ${schoolClass.class_teacher}` : t`No class teacher yet`,
  ]
    .filter(Boolean)
    .join(' · ');
  const { all, girls, boys } = schoolClass.students;
  return (
    <>
      <PageHeader
        title={
          <HStack gap="3" wrap="wrap">
            {schoolClass.name}
            {!schoolClass.is_active && (
              <Badge colorPalette="gray">
                <Trans>Archived</Trans>
              </Badge>
            )}
          </HStack>
        }
        description={
          <Stack gap="1">
            {facts}
            {back}
          </Stack>
        }
        actions={
          <>
            {schoolClass.is_active && (
              <ButtonLink size="sm" variant="outline" to={`/dashboard/attendance?class=${schoolClass.id}`}>
                <Trans>Register</Trans>
              </ButtonLink>
            )}
            <ButtonLink size="sm" variant="outline" to={`/dashboard/reports/results?class=${schoolClass.id}`}>
              <Trans>Results and report cards</Trans>
            </ButtonLink>
            {canEdit && (
              <Button size="sm" onClick={() => setIsEditing(true)}>
                <Trans>Edit</Trans>
              </Button>
            )}
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 2, sm: 3 }} gap="4">
          <StatCard
            label={t`Students`}
            value={formatNumber(all)}
            hint={[
              t`${plural(girls, { one: '# girl', other: '# girls' })}, ${plural(boys, { one: '# boy', other: '# boys' })}`,
              all > girls + boys && t`${all - girls - boys} not given`,
            ]
              .filter(Boolean)
              .join(', ')}
          />
          <StatCard
            label={t`Attendance`}
            value={schoolClass.attendance === null ? t`No registers yet` : `${schoolClass.attendance}%`}
            hint={t`Last 30 days`}
          />
          <StatCard
            label={t`Lessons per week`}
            value={schoolClass.lessons.length}
            hint={plural(schoolClass.subjects.length, { one: '# subject', other: '# subjects' })}
          />
        </SimpleGrid>
        <SubjectsCard schoolClass={schoolClass} canEdit={canEdit} schoolId={user?.schoolId ?? ''} />
        <TimetableCard schoolClass={schoolClass} canEdit={canEdit} schoolId={user?.schoolId ?? ''} />
        <Roster classId={schoolClass.id} className={schoolClass.name} />
      </Stack>
      {isEditing && user?.schoolId && (
        <ClassDialog
          schoolId={user.schoolId}
          onClose={() => setIsEditing(false)}
          schoolClass={{
            id: schoolClass.id,
            updatedAt: schoolClass.updated_at,
            name: schoolClass.name,
            level: schoolClass.level,
            room: schoolClass.room ?? '',
            teacherId: schoolClass.class_teacher_id ?? '',
            campusId: schoolClass.campus_id ?? '',
          }}
        />
      )}
    </>
  );
}
