import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  deleteSchoolRole,
  listSchoolPermissions,
  listSchoolRoles,
  schoolRoleKeys,
  type SchoolRole,
} from '@masomo/data/accounts/schoolRoles';
import { roleLabels } from '@masomo/domain/roles';
import { Button, Card, EmptyState, ErrorState, Heading, PendingScreen, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { translate } from '@masomo/i18n';
import { useNavigate, useParams } from '@masomo/navigation';
import { PeopleCard } from './PeopleCard.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { groupPermissions, roleName } from './roleTexts.ts';
import { useSecondStepRequired } from './useSecondStepRequired.ts';

/** One role of a school: what it allows and who has it. */
export function RolePage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const school = user?.schoolId ?? null;
  const { data: roles, error, reload } = useQuery(school ? schoolRoleKeys.roles(school) : null, listSchoolRoles);
  const role = roles?.find((known) => known.id === id);
  if (error && !roles) return <ErrorState error={error} onRetry={reload} />;
  if (!roles) return <PendingScreen />;
  if (!role)
    return (
      <EmptyState title={t`This role is no longer there`}>
        <Trans>Somebody removed it. Choose another one from the list of roles.</Trans>
      </EmptyState>
    );
  return <OpenedRole role={role} />;
}

function OpenedRole({ role }: { role: SchoolRole }) {
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const name = roleName(role);
  const remove = useCommand(deleteSchoolRole, {
    invalidates: ['school-roles', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`${name} removed` });
      void navigate('/dashboard/roles');
    },
    onError: (failure) => {
      setIsRemoving(false);
      toaster.error(failureMessage(failure, t`The role was not removed`));
    },
  });
  return (
    <>
      <PageHeader
        title={name}
        description={
          role.isOwn ? t`A role of your school, based on ${translate(roleLabels[role.base])}.` : t`A role that is the same in every school.`
        }
        actions={
          role.isOwn &&
          role.canGive && (
            <>
              <Button size="sm" variant="outline" onClick={() => setIsRemoving(true)}>
                <Trans>Remove role</Trans>
              </Button>
              <Button size="sm" onClick={() => setIsEditing(true)}>
                <Trans>Change role</Trans>
              </Button>
            </>
          )
        }
      />
      <Stack gap="6" maxW="3xl">
        <PermissionsCard role={role} />
        <PeopleCard role={role} />
      </Stack>
      {isEditing && <RoleDialog role={role} onClose={() => setIsEditing(false)} onSaved={() => setIsEditing(false)} />}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t`Remove ${name}?`}
        body={t`Nobody can be given this role any more. What people did in it stays.`}
        confirmLabel={t`Remove role`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run(role.id)}
        onClose={() => setIsRemoving(false)}
      />
    </>
  );
}

function PermissionsCard({ role }: { role: SchoolRole }) {
  const { user } = useSession();
  const { data, error, reload } = useQuery(user?.schoolId ? schoolRoleKeys.permissions(user.schoolId) : null, listSchoolPermissions);
  const isRequired = useSecondStepRequired();
  const granted = new Set(role.permissions);
  return (
    <Card.Root as="section" aria-labelledby="allows">
      <Card.Header>
        <Heading as="h2" size="md" id="allows">
          <Trans>What this role may do</Trans>
        </Heading>
        {isRequired(role) && (
          <Card.Description>
            <Trans>It sees children's records, takes money or gives rights, so people need an authenticator app to sign in.</Trans>
          </Card.Description>
        )}
      </Card.Header>
      <Card.Body>
        {error && !data && <ErrorState error={error} onRetry={reload} />}
        {!error && !data && <PendingScreen />}
        <Stack gap="5">
          {groupPermissions((data ?? []).filter(({ name }) => granted.has(name))).map(({ label, permissions }) => (
            <Stack as="section" key={label} gap="1.5" aria-label={label}>
              <Heading as="h3" size="sm">
                {label}
              </Heading>
              <Stack as="ul" gap="1" ps="5">
                {permissions.map(({ name, sentence }) => (
                  <Text as="li" key={name} fontSize="sm">
                    {translate(sentence)}
                  </Text>
                ))}
              </Stack>
            </Stack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
