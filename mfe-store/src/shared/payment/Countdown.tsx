import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Text } from '@masomo/design-system';

type Props = {
  /** Server time of the last response; use it as the key too. */
  now: string;
  until: string;
  /** Shown once the time is up. */
  children: ReactNode;
};

const formatClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Time left by the server's clock, independent of the device's clock. */
export function Countdown({ now, until, children }: Props) {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => setElapsedMs(Date.now() - start), 500);
    return () => clearInterval(timer);
  }, []);
  const secondsLeft = Math.ceil((Date.parse(until) - Date.parse(now) - elapsedMs) / 1000);
  if (secondsLeft <= 0) return children;
  return (
    <Text role="timer" aria-label={t`Time left to answer`} fontSize="2xl" fontWeight="600" fontVariantNumeric="tabular-nums">
      {formatClock(secondsLeft)}
    </Text>
  );
}
