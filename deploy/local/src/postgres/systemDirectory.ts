import path from 'node:path';

/** Where root puts what the OS user `postgres` needs when the clone lies in a private folder. */
export const systemDirectory = '/var/lib/masomo';

/** Clusters that lie outside their data directory. */
export const systemClusters = path.join(systemDirectory, 'postgres');
