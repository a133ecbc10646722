import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Box, Center, Spinner } from '@masomo/design-system';
import { resetFailures } from './fallbackVersions.ts';
import { mountRemote, type RemoteStatus } from './mountRemote.ts';
import { shellErrors } from './shellErrors.ts';
import { invalidateRegistry } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { OutletCard } from './OutletCard.tsx';
import { PrerenderedContext } from './PrerenderedContext.ts';

/** Hides the spinner in the frame in which the remote renders, so that nothing jumps. Set only while it is shown: browsers evaluate `:has` with every change of the page. */
const hideSpinnerOnceRendered = { '&:has(> [data-outlet] > :not(:empty)) > [data-waiting]': { display: 'none' } };

/** For so long after a connection is back requests may still fail. */
const settlingMs = 15_000;
const retryAfterMs = 1_000;

/** Where a remote is mounted; shows a spinner, a note when it is slow, and Retry when it failed. */
export function RemoteOutlet({ name }: { name: string }) {
  const host = useRef<HTMLDivElement>(null);
  const prerendered = use(PrerenderedContext);
  // Empty in the browser: React leaves the server's markup in place, and the remote hydrates it.
  const [markup] = useState(() => ({
    __html: prerendered?.name === name ? `<div data-prerendered="${name}">${prerendered.html}</div>` : '',
  }));
  const [status, setStatus] = useState<RemoteStatus>({ phase: 'waiting' });
  const [retryCount, setRetryCount] = useState(0);
  const onlineAt = useRef(-Infinity);

  // A layout effect, so that a remote that is loaded already is part of the frame being painted.
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    return mountRemote({ name, host: host.current, onStatus: setStatus });
  }, [name, retryCount]);

  function retry() {
    resetFailures(name, registryStore.get().remotes[name]);
    invalidateRegistry();
    setStatus({ phase: 'waiting' });
    setRetryCount(retryCount + 1);
  }

  // What a lost connection stopped goes on when it is back, also if it is only then that it fails.
  const hasFailed = status.phase === 'failed';
  const onReconnect = useEffectEvent(() => {
    onlineAt.current = performance.now();
    if (hasFailed) retry();
  });
  useEffect(() => {
    window.addEventListener('online', onReconnect);
    return () => window.removeEventListener('online', onReconnect);
  }, []);
  const retryLater = useEffectEvent(retry);
  const isRetriable = status.phase === 'failed' && status.error.kind !== 'renderFailed';
  useEffect(() => {
    if (!isRetriable || performance.now() - onlineAt.current > settlingMs) return undefined;
    const timer = setTimeout(retryLater, retryAfterMs);
    return () => clearTimeout(timer);
  }, [isRetriable]);

  const isWaiting = status.phase === 'loading' || status.phase === 'slow';
  return (
    <Box flex="1" display="flex" flexDirection="column" css={isWaiting ? hideSpinnerOnceRendered : undefined} aria-busy={isWaiting}>
      {status.phase === 'loading' && (
        <Center py="24" role="status" data-waiting>
          <Spinner aria-label={t`Loading`} />
        </Center>
      )}
      {status.phase === 'slow' && (
        <div data-waiting>
          <OutletCard
            title={t`Still loading`}
            number={shellErrors.loadTimedOut.number}
            icon={<Spinner aria-label={t`Loading`} />}
            onRetry={retry}
          >
            <Trans>This part is taking longer than usual. Your connection may be slow.</Trans>
          </OutletCard>
        </div>
      )}
      {status.phase === 'failed' && (
        <OutletCard title={t`This part is not available right now`} number={status.error.number} onRetry={retry}>
          {status.error.kind === 'renderFailed' ? (
            <Trans>
              {status.error.sentence} What you sent last may be saved: open this part again and look before you send it once more.
            </Trans>
          ) : (
            <Trans>{status.error.sentence} The rest of the site works as usual. Try again in a moment.</Trans>
          )}
        </OutletCard>
      )}
      <div ref={host} data-outlet suppressHydrationWarning dangerouslySetInnerHTML={markup} />
    </Box>
  );
}
