import { Hono } from 'hono';
import { type Fetcher } from '@masomo/gateway/backend';
import { createContext, type StorageDependencies } from './context.ts';
import { errorResponse, StorageError } from './errors.ts';
import { bucketRoutes } from './routes/buckets.ts';
import { objectRoutes } from './routes/objects.ts';
import { signedRoutes } from './routes/signed.ts';

export { type StorageDependencies } from './context.ts';

const orphanAgeMs = 3_600_000;

export type StorageService = {
  fetch: Fetcher;
  /** Deletes files no object names, left by a process that died at the wrong moment; answers how many. */
  removeOrphanedFiles(): Promise<number>;
};

/**
 * The Storage service of Supabase, as far as the product uses it, on a folder of this machine. The rows of
 * `storage.objects` and their policies decide who may do what. For one machine; production uses Supabase's own.
 */
export function createStorageService(dependencies: StorageDependencies): StorageService {
  const context = createContext(dependencies);
  const app = new Hono().basePath('/storage/v1');
  app.get('/status', (c) => c.json({ status: 'ok' }));
  for (const routes of [bucketRoutes, signedRoutes, objectRoutes]) app.route('/', routes(context));
  app.notFound(() => errorResponse(new StorageError(404, 'NoSuchRoute', 'There is nothing at this address of the storage service')));
  app.onError((error) => {
    if (error instanceof StorageError) return errorResponse(error);
    context.onError(error);
    return errorResponse(new StorageError(500, 'InternalError', 'The storage service failed; please try again'));
  });
  return {
    fetch: (request) => app.fetch(request),
    removeOrphanedFiles: () =>
      context.files.removeOrphans(async (versions) => {
        const { rows } = await context.pool.query<{ version: string }>('select version from storage.objects where version = any ($1)', [
          versions,
        ]);
        return new Set(rows.map(({ version }) => version));
      }, orphanAgeMs),
  };
}
