import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { listAccounts, peopleKeys, setAccountActive, type Account } from '@masomo/data/people/people';
import { isAssignable, roleLabels, roles, type Role } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { InviteDialog } from '../../shared/accounts/InviteDialog.tsx';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { ResetAuthenticatorDialog } from './ResetAuthenticatorDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';

const accessOptions = [
  { value: '', label: t`All statuses` },
  { value: 'active', label: t`Active` },
  { value: 'deactivated', label: t`Deactivated` },
] as const;

export function AccountsPage() {
  const { user } = useSession();
  const [isInviting, setIsInviting] = useState(useHasNewParam());
  const [edited, setEdited] = useState<Account>();
  const [role, setRole] = useState<Role | ''>('');
  const [access, setAccess] = useState<'active' | 'deactivated' | ''>('');
  const [toDeactivate, setToDeactivate] = useState<Account>();
  const [toReset, setToReset] = useState<Account>();
  const activate = useCommand(setAccountActive, {
    invalidates: ['users'],
    onSuccess: () => setToDeactivate(undefined),
    onError: (error) => toaster.error(failureMessage(error, t`The account was not changed`)),
  });
  const columns: DataTableColumn<Account>[] = [
    {
      id: 'last_name',
      header: t`Name`,
      sortable: true,
      cell: (account) => (
        <Box>
          <Text fontWeight="600">{account.name || t`No name yet`}</Text>
          <Text fontSize="sm" color="fg.muted">
            {account.email}
          </Text>
        </Box>
      ),
    },
    { id: 'role', header: t`Role`, sortable: true, cell: (account) => translate(roleLabels[account.role]) },
    { id: 'school', header: t`School`, cell: (account) => account.school || t`None` },
    {
      id: 'status',
      header: t`Status`,
      cell: (account) => <Badge colorPalette={account.isActive ? 'green' : 'gray'}>{account.isActive ? t`Active` : t`Deactivated`}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (account) =>
        account.id !== user?.id && (
          <HStack justify="flex-end" gap="1" wrap="wrap">
            {account.hasAuthenticator && (
              <Allowed to="user:reset-authenticator">
                <Button
                  size="xs"
                  variant="ghost"
                  aria-label={t`Reset the authenticator app of ${account.email}`}
                  onClick={() => setToReset(account)}
                >
                  <Trans>Reset authenticator</Trans>
                </Button>
              </Allowed>
            )}
            {isAssignable(account.role) && (
              <>
                <Allowed to="user:set-role">
                  <Button size="xs" variant="outline" aria-label={t`Change role of ${account.email}`} onClick={() => setEdited(account)}>
                    <Trans>Change role</Trans>
                  </Button>
                </Allowed>
                {account.isActive ? (
                  <Button size="xs" variant="ghost" aria-label={t`Deactivate ${account.email}`} onClick={() => setToDeactivate(account)}>
                    <Trans>Deactivate</Trans>
                  </Button>
                ) : (
                  <Button
                    size="xs"
                    variant="ghost"
                    aria-label={t`Activate ${account.email}`}
                    disabled={activate.isRunning}
                    onClick={() => void activate.run({ id: account.id, isActive: true })}
                  >
                    <Trans>Activate</Trans>
                  </Button>
                )}
              </>
            )}
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Users`}
      description={t`Accounts, their roles and their schools.`}
      search={t`Search people`}
      columns={columns}
      sort={{ column: 'last_name', descending: false }}
      export={{
        name: t`Users`,
        columns: [
          { title: t`Name`, value: (row) => row.name },
          { title: t`Email`, value: (row) => row.email },
          { title: t`Role`, value: (row) => translate(roleLabels[row.role]) },
          { title: t`School`, value: (row) => row.school },
          { title: t`Active`, value: (row) => row.isActive },
        ],
      }}
      keyOf={(filter) => peopleKeys.accounts({ ...filter, role, access })}
      query={(db, filter) => listAccounts(db, { ...filter, role, access })}
      filterKey={`${role}${access}`}
      filters={
        <>
          <FilterSelect
            label={t`Role`}
            options={[{ value: '', label: t`All roles` }, ...roles.map((value) => ({ value, label: translate(roleLabels[value]) }))]}
            value={role}
            onValueChange={(chosen) => setRole(roles.find((known) => known === chosen) ?? '')}
          />
          <FilterSelect
            label={t`Access`}
            options={accessOptions}
            value={access}
            onValueChange={(chosen) => setAccess(accessOptions.find(({ value }) => value === chosen)?.value ?? '')}
          />
        </>
      }
      empty={{ title: t`No accounts yet`, text: t`Accounts appear here once people are invited.` }}
      actions={
        <>
          <ButtonLink to="/dashboard/users/audit" size="sm" variant="outline">
            <Trans>Activity log</Trans>
          </ButtonLink>
          <Allowed to="user:invite">
            <Button size="sm" onClick={() => setIsInviting(true)}>
              <Trans>Invite a person</Trans>
            </Button>
          </Allowed>
        </>
      }
    >
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {edited && <RoleDialog account={edited} onClose={() => setEdited(undefined)} />}
      {toReset && <ResetAuthenticatorDialog account={toReset} onClose={() => setToReset(undefined)} />}
      <ConfirmDialog
        isOpen={toDeactivate !== undefined}
        title={t`Deactivate ${toDeactivate?.email ?? ''}?`}
        body={t`They can no longer sign in. Everything they did is kept.`}
        confirmLabel={t`Deactivate`}
        tone="danger"
        isBusy={activate.isRunning}
        onConfirm={() => toDeactivate && void activate.run({ id: toDeactivate.id, isActive: false })}
        onClose={() => setToDeactivate(undefined)}
      />
    </ListScreen>
  );
}
