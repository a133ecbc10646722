import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setAccountRole, type Account } from '@masomo/data/people/people';
import { assignableRoles, roleLabels, type AssignableRole } from '@masomo/domain/roles';
import { SelectField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { SchoolPicker } from '../../shared/SchoolPicker.tsx';
import { translate } from '@masomo/i18n';

/** Changes role and school; the database refuses a role without the school it requires. */
export function RoleDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [role, setRole] = useState<AssignableRole>(assignableRoles.find((known) => known === account.role) ?? 'user');
  const [schoolId, setSchoolId] = useState(account.schoolId ?? '');
  const change = useCommand(setAccountRole, { invalidates: ['users'], onSuccess: onClose });
  return (
    <FormDialog
      title={t`Role of ${account.email}`}
      submitLabel={t`Save`}
      isBusy={change.isRunning}
      error={change.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void change.run({ id: account.id, role, schoolId: schoolId || null });
      }}
    >
      <SelectField
        label={t`Role`}
        options={assignableRoles.map((value) => ({ value, label: translate(roleLabels[value]) }))}
        value={role}
        onChange={(event) => setRole(assignableRoles.find((known) => known === event.currentTarget.value) ?? 'user')}
      />
      <SchoolPicker
        current={account.schoolId ? { id: account.schoolId, name: account.school } : undefined}
        value={schoolId}
        onChange={(event) => setSchoolId(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
