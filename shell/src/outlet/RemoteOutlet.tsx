import { use, useEffect, useRef, useState } from 'react';
import { Box, Button, Center, Spinner, Text, VStack } from '@masomo/design-system';
import { forgive } from '../composition/candidates.ts';
import { openOutlet, type OutletState } from '../composition/openOutlet.ts';
import { registryStore } from '../registry/registryStore.ts';
import { OutletFailure } from './OutletFailure.tsx';
import { PrerenderedContext } from './prerenderedContext.ts';

/** The place of one remote: loads and mounts it, says when that takes long, and offers Retry when it fails. */
export function RemoteOutlet({ name }: { name: string }) {
  const host = useRef<HTMLDivElement>(null);
  const prerendered = use(PrerenderedContext);
  // In the browser this stays empty: React leaves the server's markup in place, and the remote hydrates it.
  const [markup] = useState(() => ({ __html: prerendered?.name === name ? `<div data-prerendered="${name}">${prerendered.html}</div>` : '' }));
  const [state, setState] = useState<OutletState>({ phase: 'waiting' });
  const [visit, setVisit] = useState(0);

  useEffect(() => {
    if (!host.current) return undefined;
    return openOutlet({ name, host: host.current, onState: setState });
  }, [name, visit]);

  function retry() {
    forgive(name, registryStore.get().remotes[name]);
    setState({ phase: 'waiting' });
    setVisit(visit + 1);
  }

  return (
    <Box flex="1" display="flex" flexDirection="column" aria-busy={state.phase === 'loading' || state.phase === 'slow'}>
      {(state.phase === 'loading' || state.phase === 'slow') && (
        <Center py="24">
          <VStack gap="3" role="status">
            <Spinner aria-label="Loading" />
            {state.phase === 'slow' && <Text color="fg.muted">Still loading. Your connection may be slow.</Text>}
            {state.phase === 'slow' && <Button size="sm" variant="outline" onClick={retry}>Retry</Button>}
          </VStack>
        </Center>
      )}
      {state.phase === 'failed' && <OutletFailure error={state.error} onRetry={retry} />}
      <div ref={host} suppressHydrationWarning dangerouslySetInnerHTML={markup} />
    </Box>
  );
}
