import { t } from '@lingui/core/macro';
import { useFeature, useIsAllowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { ErrorState, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useSearchParams } from '@masomo/navigation';
import { useModule } from '@masomo/remote/useModule';
import { listAccounts, liveKeys } from '../../data/live.ts';
import { removeAccount } from '../../data/liveCommands.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveFeature } from '../shared/liveHome.ts';
import { connectGoogle } from '../shared/serverActions.ts';
import { AccountCard } from './AccountCard.tsx';
import { ZoomCard } from './ZoomCard.tsx';

function outcomeText(outcome: string | null): string | undefined {
  if (outcome === 'connected') return t`Your Google account is connected. Your meetings are being made.`;
  if (outcome === 'late') return t`Google answered too late. Connect your account once more.`;
  if (outcome !== null) return t`Google gave no access. Connect your account once more, and allow what is asked.`;
  return undefined;
}

/** The accounts by which meetings are made: the school's at Zoom, each teacher's at Google. */
export function AccountsPage() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const canSet = useIsAllowed('live-classes:set-up');
  const { isReadOnly } = useModule(liveFeature);
  const hasZoom = useFeature('addon:zoom') !== undefined;
  const hasGoogle = useFeature('addon:google-meet') !== undefined;
  const { data: accounts, error, reload } = useQuery(liveKeys.accounts(), listAccounts);
  const remove = useCommand(removeAccount, {
    invalidates: ['live-classes'],
    onSuccess: () => toaster.success({ title: t`Account disconnected` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The account was not disconnected`)),
  });
  const toGoogle = useCommand(connectGoogle, {
    onSuccess: (url) => window.location.assign(url),
    onError: (failure) => toaster.error(failureMessage(failure, t`Google was not reached`)),
  });
  const outcome = outcomeText(params.get('google'));
  const mine = accounts?.find(({ userId }) => userId !== null && userId === user?.id);
  const others = accounts?.filter(({ userId }) => userId !== null && userId !== user?.id) ?? [];
  const disconnect = (id: string) => void remove.run(id);
  return (
    <>
      <PageHeader title={t`Accounts`} description={t`By these accounts the meetings are made. Nobody can read their keys again.`} />
      <LiveNav current="/accounts" />
      {outcome && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          {outcome}
        </Text>
      )}
      {error && !accounts ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !accounts ? (
        <SkeletonText noOfLines={6} gap="4" aria-busy aria-label={t`Loading`} />
      ) : (
        <Stack gap="5">
          {hasZoom && (
            <ZoomCard
              account={accounts.find(({ provider }) => provider === 'zoom')}
              canChange={canSet && !isReadOnly}
              onDisconnect={disconnect}
            />
          )}
          {hasGoogle && (
            <AccountCard
              title={t`Your Google account`}
              account={mine}
              text={t`Your meetings are events in your own calendar. You give access on Google’s page, and can take it back there at any time.`}
              connectLabel={t`Connect Google`}
              isBusy={toGoogle.isRunning || remove.isRunning}
              canChange={!isReadOnly}
              onConnect={() => void toGoogle.run(null)}
              onDisconnect={disconnect}
            />
          )}
          {hasGoogle &&
            others.map((account) => (
              <AccountCard
                key={account.id}
                title={t`A teacher’s Google account`}
                account={account}
                text=""
                isBusy={remove.isRunning}
                canChange={canSet && !isReadOnly}
                onDisconnect={disconnect}
              />
            ))}
        </Stack>
      )}
    </>
  );
}
