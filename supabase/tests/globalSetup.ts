import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { seedFiles } from '@masomo/local/database/seedFiles';
import { startTestCluster } from '@masomo/local/database/testDatabase';
import { ensurePostgres15 } from '@masomo/tools/database/postgres15.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser of the PostgreSQL whose template holds migrations, content and demonstration data. */
    clusterUrl: string;
  }
}

/** One PostgreSQL for all database tests; each file clones its template. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  ensurePostgres15();
  const cluster = await startTestCluster({
    seeds: [...seedFiles().map(({ file }) => file), path.resolve(import.meta.dirname, 'addonsOnSale.sql')],
  });
  project.provide('clusterUrl', cluster.adminUrl);
  return () => cluster.stop();
}
