import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { giveRole, type Membership, type SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { listCampuses, schoolSetupKeys } from '@masomo/data/campus/schoolSetup';
import { SimpleGrid, Text, toaster } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { rolePeople } from '@masomo/data/people/personSources';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { roleName } from './roleTexts.ts';
import { useSecondStepRequired } from './useSecondStepRequired.ts';

/** Gives a role to a person, or changes from when until when they have it. */
export function GiveRoleDialog({ role, membership, onClose }: { role: SchoolRole; membership?: Membership; onClose: () => void }) {
  const { user } = useSession();
  const school = user?.schoolId ?? '';
  const [given, setGiven] = useState({
    userId: membership?.userId ?? '',
    startsOn: membership?.startsOn ?? '',
    endsOn: membership?.endsOn ?? '',
    campusId: membership?.campusId ?? '',
  });
  const { data: campuses = [] } = useQuery(schoolSetupKeys.campuses(school), (db) => listCampuses(db, school));
  const give = useCommand(giveRole, {
    invalidates: ['school-roles', 'users', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`Role given` });
      onClose();
    },
  });
  const set = (name: keyof typeof given) => (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setGiven({ ...given, [name]: event.currentTarget.value });
  const isRequired = useSecondStepRequired();
  const name = roleName(role);
  return (
    <FormDialog
      title={membership ? t`${name}: ${membership.name}` : t`Give ${name} to a person`}
      submitLabel={membership ? t`Save` : t`Give role`}
      isBusy={give.isRunning}
      isDisabled={!given.userId}
      error={give.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void give.run({ ...given, roleId: role.id });
      }}
    >
      {!membership && (
        <PersonPicker
          label={t`Person`}
          required
          helpText={t`Among the accounts of your school.`}
          source={rolePeople}
          value={given.userId}
          onChoose={(person) => setGiven({ ...given, userId: person?.id ?? '' })}
        />
      )}
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label={t`From`} type="date" helpText={t`Empty: from today.`} value={given.startsOn} onChange={set('startsOn')} />
        <TextField label={t`Until`} type="date" helpText={t`Empty: without an end.`} value={given.endsOn} onChange={set('endsOn')} />
      </SimpleGrid>
      {campuses.length > 0 && !membership && (
        <SelectField
          label={t`Campus`}
          placeholder={t`Whole school`}
          helpText={t`Where they work in this role. It does not limit what they see.`}
          options={campuses.map(({ id, name: campus }) => ({ value: id, label: campus }))}
          value={given.campusId}
          onChange={set('campusId')}
        />
      )}
      {isRequired(role) && (
        <Text fontSize="sm" color="fg.muted">
          <Trans>Without an authenticator app they are asked to set one up before they go on.</Trans>
        </Text>
      )}
    </FormDialog>
  );
}
