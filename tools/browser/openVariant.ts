import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@masomo/local/postgres/startPostgres';
import { promote, publish } from '@masomo/release';
import { buildChanged } from '../build/index.ts';
import { ensurePostgres15, postgres15Folder } from '../database/postgres15.ts';
import { openProduct } from './openProduct.ts';
import { openTwoGateways } from './twoGateways.ts';
import { readEnvironment } from '../process/readEnvironment.ts';

/** Environments, closer to production than `npm start`, that browser tests can run against. */
export const variants = ['two-gateways', 'postgres-15'] as const;
export type Variant = (typeof variants)[number];

/** A running environment, with the environment variables browser tests need. */
type OpenedVariant = { environment: Record<string, string>; close(): Promise<void> };

async function startPostgres15(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!ensurePostgres15())
    throw new Error(`PostgreSQL 15 was not found in ${postgres15Folder}. Install it with: apt-get install postgresql-15`);
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-postgres-15-'));
  await chmod(folder, 0o755);
  const { adminUrl, stop } = await startPostgres({ dataDir: folder, bin: postgres15Folder });
  return {
    url: adminUrl,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the product on PostgreSQL 15; for `two-gateways`, also with two gateways behind nginx and releases in a bucket. */
export async function openVariant(variant: Variant, log: (line: string) => void): Promise<OpenedVariant> {
  const database = await startPostgres15();
  const settings = { DATABASE_URL: database.url, DEMO_PASSWORD: readEnvironment().DEMO_PASSWORD };
  try {
    if (variant === 'postgres-15') {
      const product = await openProduct(log, settings);
      return {
        environment: { E2E_BASE_URL: product.origin, E2E_DATA_DIR: product.dataDir },
        close: () => product.stop().finally(() => database.stop()),
      };
    }
    const built = await buildChanged();
    const gateways = await openTwoGateways(
      async (store) => {
        for (const { folder } of built) await publish(store, folder);
        await promote(store, built);
      },
      log,
      settings,
    );
    return {
      environment: {
        E2E_BASE_URL: gateways.front,
        E2E_DATA_DIR: gateways.project.dataDir,
        E2E_RELEASE_FOLDERS: gateways.releaseFolders.join(path.delimiter),
        ...gateways.releases,
      },
      close: () => gateways.close().finally(() => database.stop()),
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
