import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getClassProfile, schoolSetupKeys } from '@masomo/data/campus/schoolSetup';
import { may } from '@masomo/domain/permissions';
import { AppLink, Badge, Button, ButtonLink, ErrorState, HStack, SimpleGrid, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { ClassDialog } from './ClassDialog.tsx';
import { Roster } from './Roster.tsx';
import { SubjectsCard } from './SubjectsCard.tsx';
import { TimetableCard } from './TimetableCard.tsx';

/** One class: who is in it, what it is taught and when. */
export function ClassPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const { data: group, error, reload } = useQuery(schoolSetupKeys.classProfile(id), (db) => getClassProfile(db, id));
  const [isEditing, setIsEditing] = useState(false);
  const mayWrite = user !== null && may(user.role, 'school:run');
  const back = (
    <AppLink to="/dashboard/classes" color="accent.fg">
      All classes
    </AppLink>
  );
  if (error && !group)
    return (
      <>
        <PageHeader title="Class" description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!group)
    return (
      <>
        <PageHeader title="Class" description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const facts = [group.level, group.campus, group.room, group.class_teacher ? `led by ${group.class_teacher}` : 'no class teacher yet']
    .filter(Boolean)
    .join(' · ');
  const { all, girls, boys } = group.learners;
  return (
    <>
      <PageHeader
        title={
          <HStack gap="3" wrap="wrap">
            {group.name}
            {!group.is_active && <Badge colorPalette="gray">Archived</Badge>}
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
            {group.is_active && (
              <ButtonLink size="sm" variant="outline" to={`/dashboard/attendance?class=${group.id}`}>
                Register
              </ButtonLink>
            )}
            <ButtonLink size="sm" variant="outline" to={`/dashboard/reports/results?class=${group.id}`}>
              Results and report cards
            </ButtonLink>
            {mayWrite && (
              <Button size="sm" onClick={() => setIsEditing(true)}>
                Edit
              </Button>
            )}
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
          <StatCard
            label="Students"
            value={all.toLocaleString('en-KE')}
            hint={`${girls} girls, ${boys} boys${all > girls + boys ? `, ${all - girls - boys} not given` : ''}`}
          />
          <StatCard label="Attendance" value={group.attendance === null ? 'No registers' : `${group.attendance}%`} hint="Last 30 days" />
          <StatCard label="Lessons a week" value={group.lessons.length} hint={`${group.subjects.length} subjects`} />
        </SimpleGrid>
        <SubjectsCard group={group} mayWrite={mayWrite} schoolId={user?.schoolId ?? ''} />
        <TimetableCard group={group} mayWrite={mayWrite} schoolId={user?.schoolId ?? ''} />
        <Roster classId={group.id} className={group.name} />
      </Stack>
      {isEditing && user?.schoolId && (
        <ClassDialog
          schoolId={user.schoolId}
          onClose={() => setIsEditing(false)}
          group={{
            id: group.id,
            name: group.name,
            level: group.level,
            room: group.room ?? '',
            teacherId: group.class_teacher_id ?? '',
            campusId: group.campus_id ?? '',
          }}
        />
      )}
    </>
  );
}
