import { useSyncExternalStore } from 'react';

const stepMs = 15_000;
function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, stepMs);
  return () => clearInterval(timer);
}
const read = () => Math.floor(Date.now() / stepMs) * stepMs;

/** The time, to a quarter of a minute, for what opens and closes by itself. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read);
