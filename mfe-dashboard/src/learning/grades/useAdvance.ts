import { useState } from 'react';
import { browserChoice } from '@masomo/domain/browserChoice';

const choice = browserChoice('marks-advance');

/** Whether the gradebook moves to the next student once a mark is whole; remembered in this browser. */
export function useAdvance() {
  const [isOn, setIsOn] = useState(() => choice.read() !== 'no');
  const setOn = (next: boolean) => {
    setIsOn(next);
    choice.keep(next ? 'yes' : 'no');
  };
  return { isOn, setOn };
}
