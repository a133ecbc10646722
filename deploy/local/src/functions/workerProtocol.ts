import { type DatabaseAccess } from './databaseFetch.ts';

/** Data that a worker is started with. */
export type WorkerData = {
  entry: string;
  environment: Record<string, string>;
  database: Omit<DatabaseAccess, 'serviceRoleToken' | 'postgrestOrigin'> | undefined;
};

/** A request for a function, serialized for its thread. */
export type WorkerCall = {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
  /** Token that replaces the secret key in requests to PostgREST. */
  serviceRoleToken: string | undefined;
  /** Base URL of PostgREST during this call. */
  postgrestOrigin: string | undefined;
};

/** Message of a thread: ready for calls, or the result of its call. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'response'; status: number; headers: [string, string][]; body: Uint8Array | null }
  | { type: 'failed'; reason: string };
