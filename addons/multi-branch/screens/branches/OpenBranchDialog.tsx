import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { listCampuses, schoolSetupKeys } from '@masomo/data/campus/schoolSetup';
import { Text, toaster } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { openBranch, type Branch } from '../../data/branches.ts';

/** Gives a campus books of its own. */
export function OpenBranchDialog({ branches, onClose }: { branches: readonly Branch[]; onClose: () => void }) {
  const schoolId = useSession().user?.schoolId ?? '';
  const { data: campuses } = useQuery(schoolId ? schoolSetupKeys.campuses(schoolId) : null, (db) => listCampuses(db, schoolId));
  const free = campuses?.filter(({ id }) => !branches.some(({ campusId }) => campusId === id));
  const [campusId, setCampusId] = useState('');
  const open = useCommand(openBranch, {
    invalidates: ['branches', 'schools'],
    onSuccess: () => {
      toaster.success({ title: t`Branch opened` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Open branch`}
      submitLabel={t`Open branch`}
      isBusy={open.isRunning}
      error={open.error?.field ? undefined : open.error?.userMessage}
      onClose={onClose}
      onSubmit={async (event) => {
        event?.preventDefault();
        if (campusId) await open.run(campusId);
      }}
    >
      <SelectField
        label={t`Campus`}
        required
        helpText={t`It gets the terms and subjects of this school and the classes of the campus, empty. You become an administrator there.`}
        options={[{ value: '', label: t`Choose` }, ...(free ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        error={open.error?.field ? open.error.userMessage : undefined}
        value={campusId}
        onChange={(event) => setCampusId(event.currentTarget.value)}
      />
      {free?.length === 0 && (
        <Text color="fg.muted">
          <Trans>Every campus is a branch already. Add a campus under School first.</Trans>
        </Text>
      )}
    </FormDialog>
  );
}
