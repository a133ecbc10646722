import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

type DeviceStoreOptions<Schema extends DBSchema | unknown> = {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** Runs once for each opened database, before it is used. */
  onOpen?: (database: IDBPDatabase<Schema>) => Promise<void>;
};

/**
 * A database of this device. The returned function opens it on demand and again after the browser or a newer release in another tab closed it;
 * it rejects where the browser lets the page keep nothing.
 */
export function deviceStore<Schema extends DBSchema | unknown>({
  name,
  version,
  upgrade,
  onOpen = async () => undefined,
}: DeviceStoreOptions<Schema>): () => Promise<IDBPDatabase<Schema>> {
  let store: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    store = undefined;
  };
  return () => {
    store ??= openDB<Schema>(name, version, {
      upgrade,
      // A newer release in another tab must upgrade the database, so this tab closes it.
      blocking(_current, _blocked, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        forget();
      },
      terminated: forget,
    })
      .then(async (database) => {
        await onOpen(database);
        return database;
      })
      .catch((error: unknown) => {
        forget();
        throw error;
      });
    return store;
  };
}
