import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { conversationKeys, listChildTeachers, writeToTeacher, type ChildTeacher } from '@masomo/data/messages/conversations';
import { AppLink, Card, EmptyState, ErrorState, SkeletonText, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { Navigate, useNavigate, useSearchParams } from '@masomo/navigation';
import { MessageForm } from './MessageForm.tsx';

/** The first message of a parent to a teacher of the child that the address names. */
export function NewMessagePage() {
  const studentId = useSearchParams()[0].get('child') ?? '';
  const teachers = useQuery(studentId ? conversationKeys.teachers(studentId) : null, (db) => listChildTeachers(db, studentId));
  const back = (
    <AppLink to="/dashboard/messages" color="accent.fg">
      <Trans>All messages</Trans>
    </AppLink>
  );
  if (!studentId) return <Navigate to="/dashboard/messages" replace />;
  return (
    <>
      <PageHeader title={t`Write to a teacher`} description={back} />
      {teachers.data === undefined && teachers.error && <ErrorState error={teachers.error} onRetry={teachers.reload} />}
      {teachers.data === undefined && !teachers.error && <SkeletonText noOfLines={6} gap="4" />}
      {teachers.data?.length === 0 && (
        <EmptyState title={t`Nobody to write to`}>
          <Trans>Only a parent or guardian writes to the teachers who teach the child now. Call the school’s office instead.</Trans>
        </EmptyState>
      )}
      {teachers.data && teachers.data.length > 0 && <NewMessage key={studentId} studentId={studentId} teachers={teachers.data} />}
    </>
  );
}

function describe({ name, isClassTeacher, subjects }: ChildTeacher): string {
  const parts = [...(isClassTeacher ? [t`class teacher`] : []), ...subjects];
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name;
}

function NewMessage({ studentId, teachers }: { studentId: string; teachers: readonly ChildTeacher[] }) {
  const navigate = useNavigate();
  const requested = useSearchParams()[0].get('teacher');
  const [teacherId, setTeacherId] = useState(teachers.find(({ id }) => id === requested)?.id ?? teachers[0]?.id ?? '');
  const write = useCommand(writeToTeacher, { invalidates: ['conversations'] });
  const chosen = teachers.find(({ id }) => id === teacherId);
  return (
    <Card.Root maxW="3xl">
      <Card.Body>
        <MessageForm
          label={t`Your message`}
          error={write.error?.userMessage}
          onSend={(body) => write.run({ studentId, teacherId, body })}
          onSent={(id) => navigate(`/dashboard/messages/${id}`, { replace: true })}
        >
          <SelectField
            label={t`To`}
            value={teacherId}
            options={teachers.map((teacher) => ({ value: teacher.id, label: describe(teacher) }))}
            onChange={(event) => setTeacherId(event.currentTarget.value)}
          />
          {chosen?.conversationId && (
            <AppLink to={`/dashboard/messages/${chosen.conversationId}`} color="accent.fg">
              <Trans>See what you have written to each other</Trans>
            </AppLink>
          )}
          <Text fontSize="sm" color="fg.muted">
            <Trans>The school’s administrators can read these messages to keep children safe. If it is urgent, call the school.</Trans>
          </Text>
        </MessageForm>
      </Card.Body>
    </Card.Root>
  );
}
