import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { moveStudents, setStudentsBoarding, setStudentsStatus, type Boarding } from '@masomo/data/people/students';
import { Button, Text, toaster } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { FormDialog } from '@masomo/remote/FormDialog';
import { today } from '@masomo/remote/schoolDay';

const invalidates = ['students', 'classes', 'overview'];

export function BulkActions({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const [openDialog, setOpenDialog] = useState<'move' | 'boarding' | 'archive'>();
  const archive = useCommand(setStudentsStatus, {
    invalidates,
    onSuccess: ({ changed }) => {
      toaster.success({ title: plural(changed, { one: '# student archived', other: '# students archived' }) });
      setOpenDialog(undefined);
      onDone();
    },
    onError: (error) => toaster.error(failureMessage(error, t`No students were archived`)),
  });
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpenDialog('move')}>
        <Trans>Move to class</Trans>
      </Button>
      <Button size="xs" variant="outline" onClick={() => setOpenDialog('boarding')}>
        <Trans>Day or boarding</Trans>
      </Button>
      <Button size="xs" variant="outline" onClick={() => setOpenDialog('archive')}>
        <Trans>Archive</Trans>
      </Button>
      {openDialog === 'move' && <MoveDialog ids={ids} onClose={() => setOpenDialog(undefined)} onDone={onDone} />}
      {openDialog === 'boarding' && <BoardingDialog ids={ids} onClose={() => setOpenDialog(undefined)} onDone={onDone} />}
      <ConfirmDialog
        isOpen={openDialog === 'archive'}
        title={plural(ids.length, { one: 'Archive # student?', other: 'Archive # students?' })}
        body={t`They are marked as left and leave their class today. Marks, attendance and fees are kept, and you can restore them later.`}
        confirmLabel={t`Archive`}
        tone="danger"
        isBusy={archive.isRunning}
        onConfirm={() => void archive.run({ ids, status: 'left' })}
        onClose={() => setOpenDialog(undefined)}
      />
    </>
  );
}

function BoardingDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const [boarding, setBoarding] = useState<Boarding>('day');
  const save = useCommand(setStudentsBoarding, {
    invalidates,
    onSuccess: ({ changed }) => {
      toaster.success({ title: plural(changed, { one: '# student changed', other: '# students changed' }) });
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog
      title={plural(ids.length, { one: 'Day or boarding for # student', other: 'Day or boarding for # students' })}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ ids, boarding });
      }}
    >
      <Text color="fg.muted">
        <Trans>Fees can be for day scholars or boarders only. What was billed already stays as it is.</Trans>
      </Text>
      <SelectField
        label={t`They are`}
        options={[
          { value: 'day', label: t`Day scholars` },
          { value: 'boarder', label: t`Boarders` },
        ]}
        value={boarding}
        onChange={(event) => setBoarding(event.currentTarget.value === 'boarder' ? 'boarder' : 'day')}
      />
    </FormDialog>
  );
}

export function MoveDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone?: () => void }) {
  const [classId, setClassId] = useState('');
  const [fromDay, setFromDay] = useState(today);
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const move = useCommand(moveStudents, {
    invalidates,
    onSuccess: ({ moved }) => {
      toaster.success({ title: plural(moved, { one: '# student moved', other: '# students moved' }) });
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog
      title={plural(ids.length, { one: 'Move # student', other: 'Move # students' })}
      submitLabel={t`Move`}
      isBusy={move.isRunning}
      error={move.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void move.run({ ids, classId, fromDay });
      }}
    >
      <Text color="fg.muted">
        <Trans>Marks, registers and work of earlier days stay with the class they were in. Fees already billed this term stand.</Trans>
      </Text>
      <SelectField
        label={t`New class`}
        required
        placeholder={t`Choose a class`}
        options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        value={classId}
        onChange={(event) => setClassId(event.currentTarget.value)}
      />
      <TextField
        label={t`From`}
        type="date"
        required
        helpText={t`A day to come moves them then. An earlier day corrects which class they were in since.`}
        value={fromDay}
        onChange={(event) => setFromDay(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
