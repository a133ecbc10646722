import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { listReleaseHealth, releaseKeys } from '@masomo/data/platform/releases';
import { Button, ErrorState, Heading, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { DiffDialog } from './DiffDialog.tsx';
import { FailuresDialog } from './FailuresDialog.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { LocalBuildDialog } from './LocalBuildDialog.tsx';
import { getReleaseStatus, runReleaseAction } from '@masomo/data/platform/releaseApi';
import { CanaryDialog } from './CanaryDialog.tsx';
import { VersionsTable } from './VersionsTable.tsx';
import { versionRows, type VersionRow } from './versionRows.ts';
import { confirmationTexts, type ConfirmedAction } from './confirmationTexts.ts';

export function ReleasesPage() {
  const status = useQuery(releaseKeys.status(), async () => getReleaseStatus(await getClient()));
  const health = useQuery(releaseKeys.health(), listReleaseHealth);
  const [toConfirm, setToConfirm] = useState<ConfirmedAction>();
  const [canaryRow, setCanaryRow] = useState<VersionRow>();
  const [isChoosingLocalBuild, setIsChoosingLocalBuild] = useState(false);
  const [comparedRow, setComparedRow] = useState<VersionRow>();
  const [failingRow, setFailingRow] = useState<VersionRow>();
  const action = useCommand(async (_, confirmed: ConfirmedAction) => runReleaseAction(await getClient(), confirmed), {
    invalidates: ['releases'],
    onSuccess: () => {
      toaster.success({ title: t`Done. Open tabs update on their next page.` });
      setToConfirm(undefined);
    },
    onError: (error) => {
      toaster.error({ title: error.userMessage });
      setToConfirm(undefined);
    },
  });
  const texts = toConfirm && confirmationTexts(toConfirm);

  return (
    <>
      <PageHeader
        title={t`Releases`}
        description={t`Live versions, how they perform in browsers, and who released them.`}
        actions={
          <Button variant="outline" onClick={() => setIsChoosingLocalBuild(true)}>
            <Trans>Use a local build</Trans>
          </Button>
        }
      />
      {status.error && !status.data ? (
        <ErrorState error={status.error} onRetry={status.reload} />
      ) : (
        <Stack gap="8">
          <Stack as="section" gap="3">
            <Heading as="h2" size="md">
              <Trans>Versions</Trans>
            </Heading>
            <Text fontSize="sm" color="fg.muted">
              {health.error
                ? t`Browser figures could not be loaded. The versions are up to date.`
                : t`Browser figures for the last 7 days. Times are the 75th percentile.`}
            </Text>
            <VersionsTable
              rows={status.data && versionRows(status.data, health.data ?? [])}
              onAction={setToConfirm}
              onCanary={setCanaryRow}
              onCompare={setComparedRow}
              onFailures={setFailingRow}
            />
          </Stack>
          <Stack as="section" gap="3">
            <Heading as="h2" size="md">
              <Trans>History</Trans>
            </Heading>
            <HistoryTable events={status.data?.history} />
          </Stack>
        </Stack>
      )}
      {toConfirm && texts && (
        <ConfirmDialog
          isOpen
          title={texts.title}
          body={texts.body}
          confirmLabel={texts.confirm}
          tone={toConfirm.action === 'rollback' ? 'danger' : 'default'}
          isBusy={action.isRunning}
          onConfirm={() => void action.run(toConfirm)}
          onClose={() => setToConfirm(undefined)}
        />
      )}
      {canaryRow && <CanaryDialog row={canaryRow} onClose={() => setCanaryRow(undefined)} />}
      {isChoosingLocalBuild && (
        <LocalBuildDialog
          apps={status.data?.apps.map(({ app }) => app).filter((app) => app !== 'shell') ?? []}
          onClose={() => setIsChoosingLocalBuild(false)}
        />
      )}
      {failingRow && <FailuresDialog row={failingRow} onClose={() => setFailingRow(undefined)} />}
      {comparedRow && <DiffDialog row={comparedRow} onClose={() => setComparedRow(undefined)} />}
    </>
  );
}
