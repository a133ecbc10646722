import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Center, Spinner, Text } from '@chakra-ui/react';

const noteEveryMs = 3_000;

/** A screen on its way: says so, and from the first seconds on why it takes long. */
export function PendingScreen() {
  const [note, setNote] = useState<string>();
  useEffect(() => {
    const timer = setInterval(
      () =>
        setNote(
          navigator.onLine
            ? t`Still loading. Your connection may be slow.`
            : t`No connection. This page opens as soon as you are back online.`,
        ),
      noteEveryMs,
    );
    return () => clearInterval(timer);
  }, []);
  return (
    <Center py="24" gap="3" flexDirection="column" role="status" aria-busy="true">
      <Spinner aria-hidden />
      <Text color="fg.muted">{note ?? t`Loading...`}</Text>
    </Center>
  );
}
