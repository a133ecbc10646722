import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { removeClassSubject, type ClassProfile } from '@masomo/data/campus/schoolSetup';
import { Button, Card, Heading, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { ClassSubjectDialog } from './ClassSubjectDialog.tsx';

type Subject = ClassProfile['subjects'][number];
type SubjectsCardProps = { schoolClass: ClassProfile; canEdit: boolean; schoolId: string };

export function SubjectsCard({ schoolClass, canEdit, schoolId }: SubjectsCardProps) {
  const [edited, setEdited] = useState<Subject | 'new'>();
  const [toRemove, setToRemove] = useState<Subject>();
  const remove = useCommand(removeClassSubject, {
    invalidates: ['classes', 'class_subjects'],
    onSuccess: () => setToRemove(undefined),
    onError: (error) => {
      toaster.error(failureMessage(error, t`The subject was not removed`));
      setToRemove(undefined);
    },
  });
  const columns: DataTableColumn<Subject>[] = [
    { id: 'name', header: t`Subject`, cell: ({ name }) => <Text fontWeight="550">{name}</Text> },
    {
      id: 'teacher',
      header: t`Teacher`,
      cell: ({ teacher }) => teacher ?? <Text color="fg.muted">{t`Unassigned`}</Text>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (subject) =>
        canEdit && (
          <HStack justify="flex-end" gap="1">
            <Button size="xs" variant="outline" aria-label={t`Change teacher of ${subject.name}`} onClick={() => setEdited(subject)}>
              <Trans>Change</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Remove ${subject.name}`}
              disabled={remove.isRunning}
              onClick={() => setToRemove(subject)}
            >
              <Trans>Remove</Trans>
            </Button>
          </HStack>
        ),
    },
  ];
  return (
    <Card.Root as="section" aria-labelledby="subjects">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="subjects">
            <Trans>Subjects and teachers</Trans>
          </Heading>
          {canEdit && (
            <Button size="xs" variant="outline" onClick={() => setEdited('new')}>
              <Trans>Add subject</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        <RecordList
          label={t`Subjects and teachers`}
          columns={columns}
          rows={schoolClass.subjects}
          rowLabel={({ name }) => name}
          empty={{
            title: t`No subjects yet`,
            text: canEdit ? t`Add the subjects taught in this class; their teachers will then see it.` : undefined,
          }}
        />
      </Card.Body>
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t`Remove ${toRemove?.name ?? ''} from ${schoolClass.name}?`}
        body={t`A subject with lessons, assignments or marks cannot be removed.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => toRemove && void remove.run({ classId: schoolClass.id, subjectId: toRemove.id })}
        onClose={() => setToRemove(undefined)}
      />
      {edited && (
        <ClassSubjectDialog
          schoolClass={schoolClass}
          schoolId={schoolId}
          {...(edited === 'new' ? {} : { subject: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card.Root>
  );
}
