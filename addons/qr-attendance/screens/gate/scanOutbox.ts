import { getDb, mutate } from '@masomo/data';
import { createOutbox, type Outbox } from '@masomo/remote/offline/createOutbox';
import { oldDatabase } from '@masomo/remote/offline/oldStores';
import { recordSightings, type GateScan, type SightingOutcome } from '../../data/qrAttendance.ts';

/** A scan on this device; without an outcome the server has not confirmed it. */
export type StoredScan = GateScan & { owner: string; name: string | null; group: string | null; outcome?: SightingOutcome };

const batchSize = 200;
/** Confirmed scans are kept for the list on the screen. */
const keptScans = 30;

/** The scans of this device. Sending one twice stores it once. */
export const scanOutbox: Outbox<StoredScan> = createOutbox<StoredScan>({
  name: 'masomo-gate',
  keyPath: ['id'],
  isWaiting: ({ outcome }) => !outcome,
  isSent: ({ outcome }) => outcome !== undefined,
  old: oldDatabase('masomo-gate', 'scans'),
  send: sendOldest,
});

export const newestFirst = (scans: readonly StoredScan[]) => scans.toSorted((a, b) => b.at.localeCompare(a.at));

/** Keeps a scan on this device and sends it when there is a connection. */
export async function addScan(scan: StoredScan): Promise<void> {
  await scanOutbox.add([scan]);
  void scanOutbox.flush(scan.owner);
}

async function sendOldest(waiting: readonly StoredScan[], outbox: Outbox<StoredScan>): Promise<void> {
  const scans = newestFirst(waiting).slice(-batchSize);
  const outcomes = new Map((await recordSightings(await getDb(), scans)).map(({ id, outcome }) => [id, outcome]));
  await outbox.update(scans, (scan) => {
    const outcome = outcomes.get(scan.id);
    return outcome ? { ...scan, outcome } : scan;
  });
  void mutate((key) => Array.isArray(key) && ['gate', 'attendance'].includes(String(key[0])));
  const [first] = scans;
  if (!first) return;
  const confirmed = (await outbox.list(first.owner)).filter(({ outcome }) => outcome);
  await outbox.update(newestFirst(confirmed).slice(keptScans), () => undefined);
}
