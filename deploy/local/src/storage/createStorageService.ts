import { Hono } from 'hono';
import { type Fetcher } from '@masomo/gateway/backend';
import { createContext, type StorageDependencies } from './context.ts';
import { errorResponse, StorageError } from './errors.ts';
import { bucketRoutes } from './routes/buckets.ts';
import { imageRoutes } from './routes/images.ts';
import { objectRoutes } from './routes/objects.ts';
import { signedRoutes } from './routes/signed.ts';

export { type StorageDependencies } from './context.ts';

const orphanAgeMs = 3_600_000;

export type StorageService = {
  fetch: Fetcher;
  /** Deletes files without an object row, left behind by a crash; returns their number. */
  removeOrphanedFiles(): Promise<number>;
};

/**
 * Implements the part of Supabase Storage that the product uses on a local folder. The policies of `storage.objects` decide
 * who may do what. For a single machine; production uses Supabase's own service.
 */
export function createStorageService(dependencies: StorageDependencies): StorageService {
  const context = createContext(dependencies);
  const app = new Hono().basePath('/storage/v1');
  app.get('/status', (c) => c.json({ status: 'ok' }));
  for (const routes of [bucketRoutes, signedRoutes, imageRoutes, objectRoutes]) app.route('/', routes(context));
  app.notFound(() => errorResponse(new StorageError(404, 'NoSuchRoute', 'The storage service has no such endpoint')));
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
