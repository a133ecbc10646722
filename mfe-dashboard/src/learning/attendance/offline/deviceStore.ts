import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { sessionStore } from '@masomo/auth';

/** Why a mark was not taken: somebody else marked meanwhile, or the server refused it. */
export type MarkConflict =
  { kind: 'changed'; status: AttendanceStatus; by: string | null; at: string } | { kind: 'refused'; message: string };

/** A mark given on this device that the server has not confirmed. */
export type QueuedMark = {
  owner: string;
  day: string;
  studentId: string;
  student: string;
  classId: string;
  className: string;
  status: AttendanceStatus;
  /** What may stand at the server as far as this device knows; null for nothing. */
  seen: (AttendanceStatus | null)[];
  /** What is or was on its way: it may have arrived although no answer came. */
  attempted?: AttendanceStatus;
  conflict?: MarkConflict;
};

type CachedRead = { owner: string; what: string; data: unknown; readAt: string };

interface AttendanceSchema extends DBSchema {
  marks: { key: [owner: string, day: string, studentId: string]; value: QueuedMark; indexes: { owner: string } };
  reads: { key: [owner: string, what: string]; value: CachedRead; indexes: { readAt: string } };
}

const cachedReadLifetimeMs = 14 * 24 * 60 * 60 * 1000;

let store: Promise<IDBPDatabase<AttendanceSchema>> | undefined;

/** What this device keeps of attendance: marks not sent yet, and the registers to mark without a network. */
export function openDeviceStore(): Promise<IDBPDatabase<AttendanceSchema>> {
  store ??= openDB<AttendanceSchema>('masomo-attendance', 1, {
    upgrade(database) {
      database.createObjectStore('marks', { keyPath: ['owner', 'day', 'studentId'] }).createIndex('owner', 'owner');
      database.createObjectStore('reads', { keyPath: ['owner', 'what'] }).createIndex('readAt', 'readAt');
    },
    // A newer release of the screen in another tab needs the store: this tab opens it again when it next needs it.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      store = undefined;
    },
    terminated() {
      store = undefined;
    },
  })
    .then(async (database) => {
      const old = await database.getAllKeysFromIndex(
        'reads',
        'readAt',
        IDBKeyRange.upperBound(new Date(Date.now() - cachedReadLifetimeMs).toISOString()),
      );
      await Promise.all(old.map((key) => database.delete('reads', key)));
      sessionStore.subscribe(() => void deleteForeignReads(database));
      await deleteForeignReads(database);
      return database;
    })
    .catch((error: unknown) => {
      store = undefined;
      throw error;
    });
  return store;
}

/** Names of learners stay on the device only while their reader is signed in; marks not sent yet stay until they are. */
async function deleteForeignReads(database: IDBPDatabase<AttendanceSchema>): Promise<void> {
  const session = sessionStore.get();
  if (session.status === 'loading' || session.status === 'second-factor') return;
  const kept = await database.getAllKeys('reads');
  await Promise.all(kept.filter(([owner]) => owner !== session.user?.id).map((key) => database.delete('reads', key)));
}
