import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { Badge, Box, Button, ButtonLink, HStack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { chooseSchool } from '@masomo/remote/chooseSchool';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { branchKeys, listBranches, type Branch } from '../../data/branches.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { branchFeature } from '../shared/branchHome.ts';
import { OpenBranchDialog } from './OpenBranchDialog.tsx';

/** The main school and its branches, and the way from one to another without signing in again. */
export function BranchesPage() {
  const canDirect = useIsAllowed('branch:direct');
  const { isReadOnly } = useModule(branchFeature);
  const [isOpening, setIsOpening] = useState(false);
  const { data: branches, error, reload } = useQuery(branchKeys.list(), listBranches);
  const change = useCommand(async (_, id: string) => chooseSchool(id), {
    onError: (failure) => toaster.error(failureMessage(failure, t`You are still at this branch`)),
  });
  const isAtHead = branches?.some(({ isHead, isHere }) => isHead && isHere) ?? false;
  const canOpen = canDirect && isAtHead && !isReadOnly;
  const columns: DataTableColumn<Branch>[] = [
    {
      id: 'name',
      header: t`Branch`,
      cell: (row) => (
        <Box>
          <HStack gap="2" wrap="wrap">
            <Text fontWeight="600">{row.name}</Text>
            {row.isHead && <Badge>{t`Main school`}</Badge>}
          </HStack>
          {row.school !== row.name && (
            <Text fontSize="sm" color="fg.muted">
              {row.school}
            </Text>
          )}
        </Box>
      ),
    },
    {
      id: 'access',
      header: t`Your access`,
      align: 'end',
      cell: (row) =>
        row.isHere ? (
          <Badge colorPalette="green">{t`You are here`}</Badge>
        ) : row.canSwitch ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={t`Switch to ${row.name}`}
            disabled={change.isRunning}
            onClick={() => void change.run(row.id)}
          >
            <Trans>Switch</Trans>
          </Button>
        ) : (
          <Text fontSize="sm" color="fg.muted">{t`You have no role there`}</Text>
        ),
    },
  ];
  const others = branches?.filter(({ isHead }) => !isHead) ?? [];
  return (
    <>
      <PageHeader
        title={t`Branches`}
        description={t`Each branch has its own fees, registers and staff, which only its own people and the directors see.`}
      />
      <BranchNav current="" />
      <RecordList
        label={t`Branches`}
        columns={columns}
        rows={branches && others.length === 0 ? [] : branches}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        actions={
          canOpen &&
          others.length > 0 && (
            <Button size="sm" onClick={() => setIsOpening(true)}>
              <Trans>Open branch</Trans>
            </Button>
          )
        }
        empty={{
          title: t`No branch yet`,
          text: canOpen
            ? t`Add a campus under School, then open it as a branch: it gets the terms, subjects and classes of that campus, and books of its own.`
            : t`An administrator of the main school opens branches here.`,
          ...(canOpen
            ? {
                action: (
                  <HStack gap="2" wrap="wrap" justify="center">
                    <Button onClick={() => setIsOpening(true)}>
                      <Trans>Open branch</Trans>
                    </Button>
                    <ButtonLink to="/dashboard/school" variant="outline">
                      <Trans>Campuses</Trans>
                    </ButtonLink>
                  </HStack>
                ),
              }
            : {}),
        }}
      />
      {canDirect && others.length > 0 && (
        <Text color="fg.muted" fontSize="sm" mt="4">
          <Trans>
            Somebody works at two branches? Switch to the second one and give them a role under Roles. Their lessons cannot clash.
          </Trans>
        </Text>
      )}
      {isOpening && branches && <OpenBranchDialog branches={branches} onClose={() => setIsOpening(false)} />}
    </>
  );
}
