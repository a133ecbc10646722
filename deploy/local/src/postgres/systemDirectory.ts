import path from 'node:path';

/** Where root keeps what the OS user `postgres` must reach when the clone lies in a folder only its owner may enter. */
export const systemDirectory = '/var/lib/masomo';

/** Databases that live outside their data directory. */
export const systemClusters = path.join(systemDirectory, 'postgres');
