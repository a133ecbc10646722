import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GateCard, GateScan, SightingOutcome } from '../../data/qrAttendance.ts';

/** A scan on this device; without an outcome the server has not confirmed it. */
export type StoredScan = GateScan & { owner: string; name: string | null; group: string | null; outcome?: SightingOutcome };

interface GateSchema extends DBSchema {
  scans: { key: string; value: StoredScan; indexes: { owner: string } };
  roster: { key: string; value: { owner: string; cards: GateCard[]; readAt: string } };
}

/** Confirmed scans are kept for the list on the screen. */
const keptScans = 30;

let store: Promise<IDBPDatabase<GateSchema>> | undefined;

function openStore(): Promise<IDBPDatabase<GateSchema>> {
  store ??= openDB<GateSchema>('masomo-gate', 1, {
    upgrade(database) {
      database.createObjectStore('scans', { keyPath: 'id' }).createIndex('owner', 'owner');
      database.createObjectStore('roster', { keyPath: 'owner' });
    },
    terminated() {
      store = undefined;
    },
  }).catch((error: unknown) => {
    store = undefined;
    throw error;
  });
  return store;
}

/** The scans of this person on this device, newest first. */
export async function listScans(owner: string): Promise<StoredScan[]> {
  const scans = await (await openStore()).getAllFromIndex('scans', 'owner', owner);
  return scans.sort((a, b) => b.at.localeCompare(a.at));
}

export async function putScan(scan: StoredScan): Promise<void> {
  await (await openStore()).put('scans', scan);
}

/** Stores what the server answered, and forgets the oldest confirmed scans. */
export async function confirmScans(owner: string, outcomes: ReadonlyMap<string, SightingOutcome>): Promise<void> {
  const database = await openStore();
  const scans = await listScans(owner);
  await Promise.all(
    scans.flatMap((scan) => {
      const outcome = outcomes.get(scan.id);
      return outcome ? [database.put('scans', { ...scan, outcome })] : [];
    }),
  );
  const confirmed = (await listScans(owner)).filter(({ outcome }) => outcome);
  await Promise.all(confirmed.slice(keptScans).map(({ id }) => database.delete('scans', id)));
}

/** The roster of this person's school as this device last read it. It has names, so that of anybody else is deleted. */
export async function readStoredRoster(owner: string): Promise<GateCard[] | null> {
  const database = await openStore();
  const owners = await database.getAllKeys('roster');
  await Promise.all(owners.filter((other) => other !== owner).map((other) => database.delete('roster', other)));
  return (await database.get('roster', owner))?.cards ?? null;
}

export async function storeRoster(owner: string, cards: GateCard[]): Promise<void> {
  await (await openStore()).put('roster', { owner, cards, readAt: new Date().toISOString() });
}
