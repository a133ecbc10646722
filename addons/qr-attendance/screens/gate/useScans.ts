import { useEffect, useSyncExternalStore } from 'react';
import { sendScans, scanStore, type ScanState } from './sendScans.ts';

const retryEveryMs = 10_000;

/** The scans of this device; while a screen shows them, what is waiting is sent as soon as there is a connection. */
export function useScans(owner: string): ScanState & { waiting: number } {
  const state = useSyncExternalStore(scanStore.subscribe, scanStore.get, scanStore.get);
  useEffect(() => {
    const send = () => void sendScans(owner);
    send();
    const timer = setInterval(send, retryEveryMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [owner]);
  return { ...state, waiting: state.scans.filter(({ outcome }) => !outcome).length };
}
