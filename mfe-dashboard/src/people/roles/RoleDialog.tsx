import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import {
  listRoleSuggestions,
  listSchoolPermissions,
  saveSchoolRole,
  schoolRoleKeys,
  type RoleFields,
  type SchoolRole,
} from '@masomo/data/accounts/schoolRoles';
import { parseRole, roleLabels } from '@masomo/domain/roles';
import { ErrorState, Heading, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { CheckboxField, SelectField, TextField } from '@masomo/design-system/forms';
import { translate } from '@masomo/i18n';
import { FormDialog } from '@masomo/remote/FormDialog';
import { groupPermissions } from './roleTexts.ts';
import { useSecondStepRequired } from './useSecondStepRequired.ts';

/** A new role may do what everybody at work does, until more is ticked. */
const empty: RoleFields = { name: '', base: 'staff', permissions: ['profile:edit', 'school:work'] };

/** Adds a role of the school, begun with one that schools often have, or changes one. */
export function RoleDialog({ role, onClose, onSaved }: { role?: SchoolRole; onClose: () => void; onSaved: (id: string) => void }) {
  const { user } = useSession();
  const isRequired = useSecondStepRequired();
  const [fields, setFields] = useState<RoleFields>(role ?? empty);
  const {
    data: permissions,
    error,
    reload,
  } = useQuery(user?.schoolId ? schoolRoleKeys.permissions(user.schoolId) : null, listSchoolPermissions);
  const { data: suggestions = [] } = useQuery(role ? null : schoolRoleKeys.suggestions(), listRoleSuggestions);
  const save = useCommand(saveSchoolRole, {
    invalidates: ['school-roles', 'users', 'audit'],
    onSuccess: (id) => {
      toaster.success({ title: t`Role saved` });
      onSaved(id);
    },
  });
  const ticked = new Set(fields.permissions);
  const tick = (name: string, isTicked: boolean) =>
    setFields({ ...fields, permissions: isTicked ? [...fields.permissions, name] : fields.permissions.filter((other) => other !== name) });
  const begin = (slug: string) => {
    const suggestion = suggestions.find((known) => known.slug === slug);
    setFields(suggestion ? { name: translate(suggestion.name), base: suggestion.base, permissions: suggestion.permissions } : empty);
  };
  const field = save.error?.field;
  return (
    <FormDialog
      title={role ? t`Change ${role.name}` : t`Add role`}
      submitLabel={role ? t`Save` : t`Add role`}
      isBusy={save.isRunning}
      isDisabled={!permissions}
      error={field === 'name' ? undefined : save.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ id: role?.id, ...fields });
      }}
    >
      {!role && suggestions.length > 0 && (
        <SelectField
          label={t`Begin with`}
          placeholder={t`An empty role`}
          options={suggestions.map(({ slug, name }) => ({ value: slug, label: translate(name) }))}
          onChange={(event) => begin(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t`Name`}
        required
        maxLength={60}
        autoComplete="off"
        value={fields.name}
        error={field === 'name' ? save.error?.userMessage : undefined}
        onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
      />
      <SelectField
        label={t`Based on`}
        helpText={t`Decides the menu, the home page and which announcements and documents reach these people.`}
        options={(['staff', 'teacher', 'admin'] as const).map((base) => ({ value: base, label: translate(roleLabels[base]) }))}
        value={fields.base}
        onChange={(event) => setFields({ ...fields, base: parseRole(event.currentTarget.value) })}
      />
      {error && !permissions && <ErrorState error={error} onRetry={reload} />}
      {!error && !permissions && <SkeletonText noOfLines={6} gap="3" />}
      {groupPermissions(permissions ?? []).map((group) => (
        <Stack as="fieldset" key={group.label} gap="2.5" borderWidth="0" p="0">
          <Heading as="legend" size="sm" mb="1.5">
            {group.label}
          </Heading>
          {group.permissions.map(({ name, sentence, needsSecondStep, canGive }) => (
            <CheckboxField
              key={name}
              label={translate(sentence)}
              checked={ticked.has(name)}
              disabled={!canGive && !ticked.has(name)}
              helpText={
                !canGive
                  ? t`You lack this yourself.`
                  : needsSecondStep && isRequired({ base: fields.base, needsSecondStep })
                    ? t`Asks for two-step sign-in.`
                    : undefined
              }
              onChange={(event) => tick(name, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      ))}
      <Text fontSize="sm" color="fg.muted">
        <Trans>People see the change with their next step.</Trans>
      </Text>
    </FormDialog>
  );
}
