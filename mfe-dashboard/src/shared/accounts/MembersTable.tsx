import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient, useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { setAccountActive, setAccountRole } from '@masomo/data/people/people';
import { listMembers, schoolOverviewKeys, type Member } from '@masomo/data/platform/schoolOverview';
import { roleLabels, schoolRoles, type SchoolRole } from '@masomo/domain/roles';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { FormDialog } from '@masomo/remote/FormDialog';
import { sendInvitation } from '@masomo/data/accounts/sendInvitation';
import { translate } from '@masomo/i18n';

const asSchoolRole = (name: string) => schoolRoles.find((known) => known === name) ?? 'staff';
const invalidates = ['users', 'schools', 'staff'];

/** The accounts of a school; who has not accepted their invitation is in `OpenInvitations`. */
export function MembersTable({ school }: { school: { id: string; name: string } }) {
  const { user } = useSession();
  const [editedMember, setEditedMember] = useState<Member>();
  const [toDeactivate, setToDeactivate] = useState<Member>();
  const activate = useCommand(setAccountActive, {
    invalidates,
    onSuccess: () => setToDeactivate(undefined),
    onError: (failure) => toaster.error(failureMessage(failure, t`The account was not changed`)),
  });
  const invite = useCommand(
    async (_, member: Member) => sendInvitation(await getClient(), { ...member, role: asSchoolRole(member.role), schoolId: school.id }),
    {
      onSuccess: (email) => toaster.success({ title: t`Invitation sent to ${email}` }),
      onError: (failure) => toaster.error(failureMessage(failure, t`The invitation was not sent`)),
    },
  );
  const columns: DataTableColumn<Member>[] = [
    {
      id: 'last_name',
      header: t`Name`,
      sortable: true,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.name || t`No name yet`}</Text>
          <Text fontSize="sm" color="fg.muted">
            {row.email}
          </Text>
        </Box>
      ),
    },
    { id: 'role', header: t`Role`, sortable: true, cell: (row) => translate(roleLabels[row.role]) },
    {
      id: 'last_sign_in_at',
      header: t`Last sign-in`,
      sortable: true,
      noWrap: true,
      cell: (row) => (row.lastSignInAt ? formatDate(row.lastSignInAt) : t`Not yet`),
    },
    {
      id: 'status',
      header: t`Access`,
      cell: (row) => <Badge colorPalette={row.isActive ? 'green' : 'gray'}>{row.isActive ? t`Active` : t`Deactivated`}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row.id !== user?.id && (
          <HStack justify="flex-end" gap="1">
            {!row.lastSignInAt && row.isActive && (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t`Invite again ${row.email}`}
                disabled={invite.isRunning}
                onClick={() => void invite.run(row)}
              >
                <Trans>Invite again</Trans>
              </Button>
            )}
            <Button size="xs" variant="outline" aria-label={t`Change role of ${row.email}`} onClick={() => setEditedMember(row)}>
              <Trans>Change role</Trans>
            </Button>
            {row.isActive ? (
              <Button size="xs" variant="ghost" aria-label={t`Deactivate ${row.email}`} onClick={() => setToDeactivate(row)}>
                <Trans>Deactivate</Trans>
              </Button>
            ) : (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t`Activate ${row.email}`}
                disabled={activate.isRunning}
                onClick={() => void activate.run({ id: row.id, isActive: true })}
              >
                <Trans>Activate</Trans>
              </Button>
            )}
          </HStack>
        ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Accounts`}
        search={t`Search accounts`}
        columns={columns}
        sort={{ column: 'last_name', descending: false }}
        pageSize={10}
        export={{
          name: t`Accounts`,
          columns: [
            { title: t`Name`, value: (row) => row.name },
            { title: t`Email`, value: (row) => row.email },
            { title: t`Role`, value: (row) => translate(roleLabels[row.role]) },
            { title: t`Last sign-in`, value: (row) => row.lastSignInAt, as: 'time' },
            { title: t`Active`, value: (row) => row.isActive },
          ],
        }}
        keyOf={(filter) => schoolOverviewKeys.members(school.id, filter)}
        query={(db, filter) => listMembers(db, school.id, filter)}
        rowLabel={(row) => row.name || row.email}
        empty={{ title: t`No accounts yet`, text: t`Invite the first person; they get an email with a link to set a password.` }}
        noMatches={{ title: t`No matches`, text: t`Try different or fewer words.` }}
      />
      {editedMember && <MemberRoleDialog member={editedMember} schoolId={school.id} onClose={() => setEditedMember(undefined)} />}
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
    </>
  );
}

function MemberRoleDialog({ member, schoolId, onClose }: { member: Member; schoolId: string; onClose: () => void }) {
  const [role, setRole] = useState<SchoolRole>(asSchoolRole(member.role));
  const change = useCommand(setAccountRole, { invalidates, onSuccess: onClose });
  return (
    <FormDialog
      title={t`Role of ${member.email}`}
      submitLabel={t`Save`}
      isBusy={change.isRunning}
      error={change.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void change.run({ id: member.id, role, schoolId });
      }}
    >
      <SelectField
        label={t`Role`}
        options={schoolRoles.map((value) => ({ value, label: translate(roleLabels[value]) }))}
        value={role}
        onChange={(event) => setRole(schoolRoles.find((known) => known === event.currentTarget.value) ?? role)}
      />
    </FormDialog>
  );
}
