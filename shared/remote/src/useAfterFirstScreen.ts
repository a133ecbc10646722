import { useEffect, useState } from 'react';
import { afterFirstScreen } from '@masomo/domain/afterFirstScreen';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';

/** Whether what a screen can do without when it opens has its turn: on a slow network that is after its data. */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(() => !isNetworkSlow());
  useEffect(() => {
    return afterFirstScreen(() => setIsAfter(true));
  }, []);
  return isAfter;
}
