import { useState } from 'react';

const storageKey = 'marks-advance';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no';
  } catch {
    // Storage is blocked: it moves on.
    return true;
  }
}

/** Whether the gradebook moves to the next student once a mark is whole; remembered in this browser. */
export function useAdvance() {
  const [isOn, setIsOn] = useState(read);
  const setOn = (next: boolean) => {
    setIsOn(next);
    try {
      localStorage.setItem(storageKey, next ? 'yes' : 'no');
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
  };
  return { isOn, setOn };
}
