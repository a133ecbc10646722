import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { AttendanceStatus } from '@masomo/data/learning/attendance';
import { sessionStore } from '@masomo/auth';

/** Why the server did not accept a mark: someone else changed it, or it was refused. */
export type MarkConflict =
  { kind: 'changed'; status: AttendanceStatus; by: string | null; at: string } | { kind: 'refused'; message: string };

/** A mark made on this device that the server has not confirmed. */
export type QueuedMark = {
  owner: string;
  day: string;
  studentId: string;
  student: string;
  classId: string;
  className: string;
  /** Null clears the mark. */
  status: AttendanceStatus | null;
  /** What the server may hold as far as this device knows; null for no mark. */
  seen: (AttendanceStatus | null)[];
  /** The status last sent; it may have been saved although no response came. */
  attempted?: AttendanceStatus | null;
  conflict?: MarkConflict;
};

type CachedRead = { owner: string; key: string; data: unknown; readAt: string };

interface AttendanceSchema extends DBSchema {
  marks: { key: [owner: string, day: string, studentId: string]; value: QueuedMark; indexes: { owner: string } };
  reads: { key: [owner: string, key: string]; value: CachedRead; indexes: { readAt: string } };
}

const cachedReadLifetimeMs = 14 * 24 * 60 * 60 * 1000;

let store: Promise<IDBPDatabase<AttendanceSchema>> | undefined;

/** IndexedDB store of attendance: the outbox of marks and cached reads for working offline. */
export function openDeviceStore(): Promise<IDBPDatabase<AttendanceSchema>> {
  store ??= openDB<AttendanceSchema>('masomo-attendance', 2, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) database.createObjectStore('marks', { keyPath: ['owner', 'day', 'studentId'] }).createIndex('owner', 'owner');
      // Cached reads may be lost in an upgrade, queued marks may not.
      if (oldVersion === 1) database.deleteObjectStore('reads');
      database.createObjectStore('reads', { keyPath: ['owner', 'key'] }).createIndex('readAt', 'readAt');
    },
    // A newer release in another tab must upgrade the store, so this tab closes it and reopens it on demand.
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
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

/** Cached reads hold students' names, so they are deleted when another person signs in; queued marks stay. */
async function deleteForeignReads(database: IDBPDatabase<AttendanceSchema>): Promise<void> {
  const session = sessionStore.get();
  if (session.status === 'loading' || session.status === 'second-factor') return;
  const cachedKeys = await database.getAllKeys('reads');
  await Promise.all(cachedKeys.filter(([owner]) => owner !== session.user?.id).map((key) => database.delete('reads', key)));
}
