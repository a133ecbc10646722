import { asDataError, getDb, mutate } from '@masomo/data';
import { recordSightings } from '../../data/qrAttendance.ts';
import { createStore } from '@masomo/domain/createStore';
import { withTabLock } from '@masomo/domain/tabLock';
import { confirmScans, listScans, putScan, type StoredScan } from './gateStore.ts';

const batchSize = 200;

/** The scans of this device, as screens show them; `problem` is why the server refused to take them. */
export type ScanState = { scans: readonly StoredScan[]; isUnreachable: boolean; problem: string | null };
export const scanStore = createStore<ScanState>({ scans: [], isUnreachable: false, problem: null });

let sending: Promise<void> | undefined;

async function refresh(owner: string, more: Partial<ScanState> = {}): Promise<void> {
  scanStore.set({ ...scanStore.get(), ...more, scans: await listScans(owner) });
}

/** Keeps a scan on this device and sends it when there is a connection. */
export async function addScan(scan: StoredScan): Promise<void> {
  await putScan(scan);
  await refresh(scan.owner);
  void sendScans(scan.owner);
}

/** Sends what is waiting, oldest first. One at a time, across tabs too; sending a scan twice stores it once. */
export function sendScans(owner: string): Promise<void> {
  sending ??= withTabLock('masomo-gate', () => sendAll(owner)).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(owner: string): Promise<void> {
  await refresh(owner);
  for (;;) {
    const waiting = scanStore
      .get()
      .scans.filter(({ outcome }) => !outcome)
      .slice(-batchSize);
    if (waiting.length === 0) return;
    try {
      const results = await recordSightings(await getDb(), waiting);
      await confirmScans(owner, new Map(results.map(({ id, outcome }) => [id, outcome])));
      await refresh(owner, { isUnreachable: false, problem: null });
      void mutate((key) => Array.isArray(key) && ['gate', 'attendance'].includes(String(key[0])));
    } catch (cause) {
      const error = asDataError(cause);
      const isUnreachable = error.kind === 'unavailable';
      return refresh(owner, { isUnreachable, problem: isUnreachable ? null : error.userMessage });
    }
  }
}
