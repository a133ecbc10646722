import { useState } from 'react';
import { Allowed, useSession } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { listAccounts, peopleKeys, setAccountActive, type Account } from '@masomo/data/people/people';
import { isAssignable, roleLabels, roles, type Role } from '@masomo/domain/roles';
import { Badge, Box, Button, ButtonLink, HStack, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../../shared/lists/ListScreen.tsx';
import { InviteDialog } from '../../shared/accounts/InviteDialog.tsx';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { RoleDialog } from './RoleDialog.tsx';

const accessOptions = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
] as const;

export function AccountsPage() {
  const { user } = useSession();
  const [isInviting, setIsInviting] = useState(useHasNewParam());
  const [edited, setEdited] = useState<Account>();
  const [role, setRole] = useState<Role | ''>('');
  const [access, setAccess] = useState<'active' | 'deactivated' | ''>('');
  const [toDeactivate, setToDeactivate] = useState<Account>();
  const activate = useCommand(setAccountActive, {
    invalidates: ['users'],
    onSuccess: () => setToDeactivate(undefined),
    onError: (error) => toaster.error({ title: 'The account was not changed', description: error.userMessage }),
  });
  const columns: DataTableColumn<Account>[] = [
    {
      id: 'last_name',
      header: 'Name',
      sortable: true,
      cell: (account) => (
        <Box>
          <Text fontWeight="600">{account.name || 'No name yet'}</Text>
          <Text fontSize="sm" color="fg.muted">
            {account.email}
          </Text>
        </Box>
      ),
    },
    { id: 'role', header: 'Role', sortable: true, cell: (account) => roleLabels[account.role] },
    { id: 'school', header: 'School', cell: (account) => account.school || 'None' },
    {
      id: 'status',
      header: 'Status',
      cell: (account) => <Badge colorPalette={account.isActive ? 'green' : 'gray'}>{account.isActive ? 'Active' : 'Deactivated'}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (account) =>
        account.id === user?.id || !isAssignable(account.role) ? null : (
          <HStack justify="flex-end" gap="1">
            <Allowed to="user:set-role">
              <Button size="xs" variant="outline" aria-label={`Change role of ${account.email}`} onClick={() => setEdited(account)}>
                Change role
              </Button>
            </Allowed>
            {account.isActive ? (
              <Button size="xs" variant="ghost" aria-label={`Deactivate ${account.email}`} onClick={() => setToDeactivate(account)}>
                Deactivate
              </Button>
            ) : (
              <Button
                size="xs"
                variant="ghost"
                aria-label={`Activate ${account.email}`}
                disabled={activate.isRunning}
                onClick={() => void activate.run({ id: account.id, isActive: true })}
              >
                Activate
              </Button>
            )}
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title="Users"
      description="Accounts, their roles and their schools."
      search="people"
      columns={columns}
      sort={{ column: 'last_name', descending: false }}
      csv={{
        fileName: 'users',
        header: ['Name', 'Email', 'Role', 'School', 'Active'],
        cells: (row) => [row.name, row.email, roleLabels[row.role], row.school, row.isActive],
      }}
      keyOf={(filter) => peopleKeys.accounts({ ...filter, role, access })}
      query={(db, filter) => listAccounts(db, { ...filter, role, access })}
      filterKey={`${role}${access}`}
      filters={
        <>
          <Box w="44">
            <SelectField
              label="Role"
              options={[{ value: '', label: 'Every role' }, ...roles.map((value) => ({ value, label: roleLabels[value] }))]}
              value={role}
              onChange={(event) => setRole(roles.find((known) => known === event.currentTarget.value) ?? '')}
            />
          </Box>
          <Box w="40">
            <SelectField
              label="Access"
              options={accessOptions}
              value={access}
              onChange={(event) => setAccess(accessOptions.find(({ value }) => value === event.currentTarget.value)?.value ?? '')}
            />
          </Box>
        </>
      }
      empty={{ title: 'No accounts yet', text: 'Accounts appear here once people are invited.' }}
      actions={
        <>
          <ButtonLink to="/dashboard/users/audit" size="sm" variant="outline">
            Activity log
          </ButtonLink>
          <Allowed to="user:invite">
            <Button size="sm" onClick={() => setIsInviting(true)}>
              Invite a person
            </Button>
          </Allowed>
        </>
      }
    >
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {edited && <RoleDialog account={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toDeactivate !== undefined}
        title={`Deactivate ${toDeactivate?.email ?? ''}?`}
        body="The person cannot sign in any more. Nothing they did is lost."
        confirmLabel="Deactivate"
        tone="danger"
        isBusy={activate.isRunning}
        onConfirm={() => toDeactivate && void activate.run({ id: toDeactivate.id, isActive: false })}
        onClose={() => setToDeactivate(undefined)}
      />
    </ListScreen>
  );
}
