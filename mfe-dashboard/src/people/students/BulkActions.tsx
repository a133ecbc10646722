import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { moveStudents, setStudentsStatus } from '@masomo/data/people/students';
import { Button, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';

const invalidates = ['students', 'classes', 'overview'];
const studentCount = (count: number) => `${count} ${count === 1 ? 'student' : 'students'}`;

export function BulkActions({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const [openDialog, setOpenDialog] = useState<'move' | 'archive'>();
  const archive = useCommand(setStudentsStatus, {
    invalidates,
    onSuccess: ({ changed }) => {
      toaster.success({ title: t`${studentCount(changed)} archived` });
      setOpenDialog(undefined);
      onDone();
    },
    onError: (error) => toaster.error({ title: t`Nobody was archived`, description: error.userMessage }),
  });
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpenDialog('move')}>
        <Trans>Move to class</Trans>
      </Button>
      <Button size="xs" variant="outline" onClick={() => setOpenDialog('archive')}>
        <Trans>Archive</Trans>
      </Button>
      {openDialog === 'move' && <MoveDialog ids={ids} onClose={() => setOpenDialog(undefined)} onDone={onDone} />}
      <ConfirmDialog
        isOpen={openDialog === 'archive'}
        title={t`Archive ${studentCount(ids.length)}?`}
        body={t`They are shown as having left and leave their class today. Their marks, attendance and fees stay, and they can be brought back.`}
        confirmLabel={t`Archive`}
        tone="danger"
        isBusy={archive.isRunning}
        onConfirm={() => void archive.run({ ids, status: 'left' })}
        onClose={() => setOpenDialog(undefined)}
      />
    </>
  );
}

export function MoveDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone?: () => void }) {
  const [classId, setClassId] = useState('');
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const move = useCommand(moveStudents, {
    invalidates,
    onSuccess: ({ moved }) => {
      toaster.success({ title: t`${studentCount(moved)} moved` });
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog
      title={t`Move ${studentCount(ids.length)}`}
      submitLabel={t`Move`}
      isBusy={move.isRunning}
      error={move.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void move.run({ ids, classId });
      }}
    >
      <Text color="fg.muted">
        <Trans>They are in the new class from today; where they were before stays on their page.</Trans>
      </Text>
      <SelectField
        label={t`To class`}
        required
        placeholder={t`Choose a class`}
        options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        value={classId}
        onChange={(event) => setClassId(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
