import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Text } from '@masomo/design-system';

const secondsUntil = (dueAt: string, behind: number) => Math.max(0, Math.ceil((Date.parse(dueAt) - Date.now() - behind) / 1000));

/** Counts down to the time at which the server hands the quiz in. Only shows it: the server's clock decides. */
export function TimeLeft({ dueAt, behind, onOver }: { dueAt: string; behind: number; onOver: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(dueAt, behind));
  useEffect(() => {
    const count = () => setLeft(secondsUntil(dueAt, behind));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [dueAt, behind]);
  const isOver = left === 0;
  useEffect(() => {
    if (!isOver) return undefined;
    onOver();
    // The server's clock may be a moment behind what is shown here.
    const again = setInterval(onOver, 3000);
    return () => clearInterval(again);
  }, [isOver, onOver]);
  const clock = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Text fontWeight="600" fontVariantNumeric="tabular-nums" color={left <= 60 ? 'fg.error' : 'fg'} role="timer">
      {isOver ? t`The time is over` : t`${clock} left`}
    </Text>
  );
}
