import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { invitationKeys, listOpenInvitations, revokeInvitation, type OpenInvitation } from '@masomo/data/accounts/invitations';
import { sendInvitation } from '@masomo/data/accounts/sendInvitation';
import { assignableRoles, roleLabels } from '@masomo/domain/roles';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { translate } from '@masomo/i18n';
import { RecordList } from '@masomo/remote/RecordList';

const roleOf = ({ role, roleName }: OpenInvitation) => roleName || translate(roleLabels[role]);

/** Who was invited and has not opened the link yet: at one school, or without one at all of them. */
export function OpenInvitations({ schoolId = '' }: { schoolId?: string }) {
  const [toRevoke, setToRevoke] = useState<OpenInvitation>();
  const revoke = useCommand(revokeInvitation, {
    invalidates: ['users', 'schools', 'staff', 'audit'],
    onSuccess: () => {
      toaster.success({ title: t`The invitation was revoked` });
      setToRevoke(undefined);
    },
    onError: (failure) => {
      setToRevoke(undefined);
      toaster.error(failureMessage(failure, t`The invitation was not revoked`));
    },
  });
  const invite = useCommand(
    async (_, { email, role, roleId, schoolId: school }: OpenInvitation) =>
      sendInvitation(await getClient(), {
        email,
        firstName: '',
        lastName: '',
        role: assignableRoles.find((known) => known === role) ?? 'user',
        ...(roleId ? { roleId } : {}),
        schoolId: school,
      }),
    {
      onSuccess: (email) => toaster.success({ title: t`Invitation sent to ${email}` }),
      onError: (failure) => toaster.error(failureMessage(failure, t`The invitation was not sent`)),
    },
  );
  const columns: DataTableColumn<OpenInvitation>[] = [
    {
      id: 'email',
      header: t`Invited person`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600" overflowWrap="anywhere">
            {row.name || row.email}
          </Text>
          {row.name && (
            <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
              {row.email}
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'role', header: t`Role`, cell: roleOf },
    ...(schoolId ? [] : [{ id: 'school', header: t`School`, cell: (row: OpenInvitation) => row.school || t`None` }]),
    { id: 'invitedBy', header: t`Invited by`, cell: (row) => row.invitedBy || t`Not known`, isOptional: true },
    { id: 'createdAt', header: t`Invited on`, noWrap: true, cell: (row) => formatDate(row.createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack justify="flex-end" gap="1">
          <Button
            size="xs"
            variant="ghost"
            aria-label={t`Invite again ${row.email}`}
            disabled={invite.isRunning}
            onClick={() => void invite.run(row)}
          >
            <Trans>Invite again</Trans>
          </Button>
          <Button size="xs" variant="outline" aria-label={t`Revoke the invitation of ${row.email}`} onClick={() => setToRevoke(row)}>
            <Trans>Revoke</Trans>
          </Button>
        </HStack>
      ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Open invitations`}
        columns={columns}
        sort={{ column: 'createdAt', descending: true }}
        pageSize={10}
        export={{
          name: t`Open invitations`,
          columns: [
            { title: t`Name`, value: ({ name }) => name },
            { title: t`Email`, value: ({ email }) => email },
            { title: t`Role`, value: roleOf },
            ...(schoolId ? [] : [{ title: t`School`, value: ({ school }: OpenInvitation) => school }]),
            { title: t`Invited by`, value: ({ invitedBy }) => invitedBy },
            { title: t`Invited on`, value: ({ createdAt }) => createdAt, as: 'time' },
          ],
        }}
        keyOf={(filter) => invitationKeys.open(schoolId, filter)}
        query={(db, filter) => listOpenInvitations(db, schoolId, filter)}
        rowLabel={(row) => row.email}
        empty={{ title: t`No open invitations`, text: t`Everybody who was invited has opened their link.` }}
      />
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title={t`Revoke the invitation of ${toRevoke?.email ?? ''}?`}
        body={t`The link in their email opens nothing any more, and says that the invitation was revoked. You can invite them again.`}
        confirmLabel={t`Revoke`}
        tone="danger"
        isBusy={revoke.isRunning}
        onConfirm={() => toRevoke && void revoke.run(toRevoke)}
        onClose={() => setToRevoke(undefined)}
      />
    </>
  );
}
