import { useEffect, useState, type ReactNode } from 'react';
import { Text } from '@masomo/design-system';

type Props = {
  /** The server's clock when it was asked; use it as the key too. */ now: string;
  until: string;
  /** Shown once the time is up. */ children: ReactNode;
};

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Time left by the server's clock, whatever the clock of this device says. */
export function Countdown({ now, until, children }: Props) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => setPassed(Date.now() - start), 500);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((Date.parse(until) - Date.parse(now) - passed) / 1000);
  if (left <= 0) return children;
  return (
    <Text role="timer" aria-label="Time left to answer" fontSize="2xl" fontWeight="600" fontVariantNumeric="tabular-nums">
      {clock(left)}
    </Text>
  );
}
