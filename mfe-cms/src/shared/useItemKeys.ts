import { useState } from 'react';
import { newId } from '@masomo/domain/secureContext';

const newKeys = (count: number) => Array.from({ length: count }, newId);

/** Stable React keys for items that have none of their own, so that focus and open editors move with an item. */
export function useItemKeys(count: number): {
  keys: readonly string[];
  moveKey: (from: number, to: number) => void;
  removeKey: (index: number) => void;
} {
  const [keys, setKeys] = useState(() => newKeys(count));
  if (keys.length !== count) setKeys(keys.length < count ? [...keys, ...newKeys(count - keys.length)] : keys.slice(0, count));
  function moveKey(from: number, to: number) {
    const next = [...keys];
    next.splice(to, 0, ...next.splice(from, 1));
    setKeys(next);
  }
  const removeKey = (index: number) => setKeys(keys.filter((_, other) => other !== index));
  return { keys, moveKey, removeKey };
}
