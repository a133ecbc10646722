import { type DatabaseAccess } from './databaseFetch.ts';

/** What a worker is started with. */
export type WorkerData = {
  entry: string;
  environment: Record<string, string>;
  tables: Omit<DatabaseAccess, 'serviceRoleToken'> | undefined;
};

/** A request for a function, as it crosses to its thread. */
export type WorkerCall = {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
  /** What the secret key stands for before PostgREST. */ serviceRoleToken: string | undefined;
};

/** What a thread says: it can take calls, or how the call it has ended. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'answer'; status: number; headers: [string, string][]; body: Uint8Array | null }
  | { type: 'failed'; reason: string };
