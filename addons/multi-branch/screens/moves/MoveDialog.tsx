import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { students } from '@masomo/data/people/personSources';
import { toaster } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { branchKeys, listBranches, moveToBranch } from '../../data/branches.ts';

/** Moves a student to another branch, which places them in a class. */
export function MoveDialog({ onClose }: { onClose: () => void }) {
  const { data: branches } = useQuery(branchKeys.list(), listBranches);
  const [studentId, setStudentId] = useState('');
  const [branchId, setBranchId] = useState('');
  const [admissionNumber, setAdmissionNumber] = useState('');
  const move = useCommand(moveToBranch, {
    invalidates: ['branches', 'students', 'fees', 'classes', 'overview'],
    onSuccess: () => {
      toaster.success({ title: t`Student moved` });
      onClose();
    },
  });
  const { error } = move;
  const isAtField = error?.field === 'admission_number' || error?.field === 'branch_id';
  return (
    <FormDialog
      title={t`Move student`}
      submitLabel={t`Move student`}
      isBusy={move.isRunning}
      error={isAtField ? undefined : error?.userMessage}
      onClose={onClose}
      onSubmit={async (event) => {
        event?.preventDefault();
        if (studentId && branchId) await move.run({ studentId, branchId, admissionNumber });
      }}
    >
      <PersonPicker
        label={t`Student`}
        required
        source={students}
        value={studentId}
        onChoose={(student) => setStudentId(student?.id ?? '')}
      />
      <SelectField
        label={t`Branch`}
        required
        helpText={t`The student leaves this branch today. The other branch places them in a class.`}
        options={[
          { value: '', label: t`Choose` },
          ...(branches ?? []).filter(({ isHere }) => !isHere).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={error?.field === 'branch_id' ? error.userMessage : undefined}
        value={branchId}
        onChange={(event) => setBranchId(event.currentTarget.value)}
      />
      <TextField
        label={t`Admission number there`}
        helpText={t`Leave empty to keep the number.`}
        autoComplete="off"
        value={admissionNumber}
        error={error?.field === 'admission_number' ? error.userMessage : undefined}
        onChange={(event) => setAdmissionNumber(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
