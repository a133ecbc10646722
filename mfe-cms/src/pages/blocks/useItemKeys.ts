import { useState } from 'react';

const fresh = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

/** A lasting key for each entry of a list that has none of its own, so that what is open or focused moves with it. */
export function useItemKeys(count: number): {
  keys: readonly string[];
  moved: (from: number, to: number) => void;
  removed: (at: number) => void;
} {
  const [keys, setKeys] = useState(() => fresh(count));
  if (keys.length !== count) setKeys(keys.length < count ? [...keys, ...fresh(count - keys.length)] : keys.slice(0, count));
  function moved(from: number, to: number) {
    const next = [...keys];
    next.splice(to, 0, ...next.splice(from, 1));
    setKeys(next);
  }
  const removed = (at: number) => setKeys(keys.filter((_, other) => other !== at));
  return { keys, moved, removed };
}
