import { t } from '@lingui/core/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Center, Spinner, Text, VStack } from '@chakra-ui/react';

const slowAfterMs = 4_000;

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A screen on its way: says so, and why it takes long. */
export function PendingScreen() {
  const [isSlow, setIsSlow] = useState(false);
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center py="24" role="status" aria-busy="true">
      <VStack gap="3">
        <Spinner aria-hidden />
        <Text color="fg.muted">
          {!isOnline
            ? t`No connection. This page opens as soon as you are back online.`
            : isSlow
              ? t`Still loading. Your connection may be slow.`
              : t`Loading...`}
        </Text>
      </VStack>
    </Center>
  );
}
