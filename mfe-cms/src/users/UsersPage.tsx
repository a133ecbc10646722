import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { cmsPeopleKeys, cmsRights, listCmsPeople, setCmsRight, type CmsPerson, type CmsRight } from '@masomo/data/site/cmsPeople';
import { formatDateTime } from '@masomo/domain/time';
import { Box, ButtonLink, SimpleGrid, Text, toaster } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';

const rightLabels: Record<CmsRight, { label: string; description: string }> = {
  publisher: {
    label: t`Publisher`,
    description: t`Publishes pages, changes sections, questions, prices, redirects and settings, deletes files, and manages access.`,
  },
  editor: {
    label: t`Editor`,
    description: t`Drafts pages, and uploads and describes files. Visitors see the changes once a publisher publishes them.`,
  },
};

/** The users of the CMS and their rights. */
export function UsersPage() {
  const [pendingChange, setPendingChange] = useState<{ person: CmsPerson; right: CmsRight }>();
  const change = useCommand(setCmsRight, {
    invalidates: ['cms_people'],
    onSuccess: () => {
      toaster.success({ title: t`Access changed` });
      setPendingChange(undefined);
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, t`The access was not changed`));
      setPendingChange(undefined);
    },
  });
  const columns: DataTableColumn<CmsPerson>[] = [
    {
      id: 'name',
      header: t`Name`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">
            {row.name}
            {row.isMe && t` (you)`}
          </Text>
          <Text fontSize="sm" color="fg.muted" wordBreak="break-all">
            {row.email}
          </Text>
        </Box>
      ),
    },
    {
      id: 'right',
      header: t`Access`,
      cell: (row) =>
        row.isMe ? (
          <Text>{rightLabels[row.right].label}</Text>
        ) : (
          <NativeSelect.Root size="sm" w="36">
            <NativeSelect.Field
              aria-label={t`Access of ${row.name}`}
              value={row.right}
              onChange={(event) =>
                setPendingChange({ person: row, right: cmsRights.find((right) => right === event.currentTarget.value) ?? row.right })
              }
            >
              {cmsRights.map((right) => (
                <option key={right} value={right}>
                  {rightLabels[right].label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        ),
    },
    { id: 'changes', header: t`Changes in 30 days`, align: 'end', cell: (row) => row.changes },
    { id: 'last', header: t`Last change`, cell: (row) => (row.lastChangeAt ? formatDateTime(row.lastChangeAt) : t`None`) },
  ];
  return (
    <ListScreen
      title={t`Users`}
      description={t`People who can open the CMS, and what they can do there. You cannot change your own access.`}
      actions={
        <ButtonLink to="/dashboard/users" size="sm" variant="outline">
          <Trans>All accounts</Trans>
        </ButtonLink>
      }
      intro={
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" mb="6">
          {cmsRights.map((right) => (
            <Box key={right} borderWidth="1px" borderRadius="lg" p="4">
              <Text fontWeight="600">{rightLabels[right].label}</Text>
              <Text fontSize="sm" color="fg.muted">
                {rightLabels[right].description}
              </Text>
            </Box>
          ))}
        </SimpleGrid>
      }
      search={t`Search users`}
      searchHint={t`Search users...`}
      columns={columns}
      pageSize={25}
      keyOf={cmsPeopleKeys.list}
      query={listCmsPeople}
      rowLabel={(row) => row.name}
      empty={{ title: t`No users found`, text: t`Try another search.` }}
      noMatches={{ title: t`No users found`, text: t`Try another search.` }}
    >
      <ConfirmDialog
        isOpen={pendingChange !== undefined}
        title={
          pendingChange?.right === 'editor'
            ? t`Make ${pendingChange.person.name} an editor?`
            : t`Make ${pendingChange?.person.name ?? ''} a publisher?`
        }
        confirmLabel={t`Change access`}
        isBusy={change.isRunning}
        body={pendingChange ? rightLabels[pendingChange.right].description : ''}
        onConfirm={() => pendingChange && void change.run({ id: pendingChange.person.id, right: pendingChange.right })}
        onClose={() => setPendingChange(undefined)}
      />
    </ListScreen>
  );
}
