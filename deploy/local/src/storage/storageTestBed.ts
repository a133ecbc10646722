import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { openPool, withClient } from '../database/connections.ts';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase } from '../database/testDatabase.ts';
import { createPrivateJwk, signingKeys } from '../keys/signingKeys.ts';
import { createStorageService } from './createStorageService.ts';

export const origin = 'http://masomo.test';
const policies = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('site', 'site', true, 2000, '{image/*,text/html,application/pdf}'), ('documents', 'documents', false, null, null), ('cms-media', 'cms-media', true, null, null);
  create policy "Everybody signed in adds media" on storage.objects for insert to authenticated with check (bucket_id = 'cms-media');
  create policy "Everybody signed in sees media" on storage.objects for select to authenticated using (bucket_id = 'cms-media');
  create policy "Everybody signed in adds to the site" on storage.objects for insert to authenticated with check (bucket_id = 'site');
  create policy "Everybody signed in sees the site" on storage.objects for select to authenticated using (bucket_id = 'site');
  create policy "Everybody signed in replaces" on storage.objects for update to authenticated using (bucket_id = 'site') with check (bucket_id = 'site');
  create policy "Everybody signed in removes" on storage.objects for delete to authenticated using (bucket_id = 'site');
  create policy "People add their own documents" on storage.objects for insert to authenticated
    with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "People see their own documents" on storage.objects for select to authenticated
    using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);`;

export const wanjiru = '11111111-1111-4111-8111-111111111111';
export const otieno = '22222222-2222-4222-8222-222222222222';
export const image = (bytes: number[] = [1, 2, 3]) => new File([new Uint8Array(bytes)], 'x.png', { type: 'image/png' });

/** A database with three buckets, a storage service on it, an adjustable clock, and supabase-js clients that call the service in process. */
export async function createStorageTestBed() {
  const database = await createTestDatabase({ migrations: false });
  const { password } = new URL(database.adminUrl);
  const pool = openPool({ connectionString: urlFor(database.adminUrl, { role: 'supabase_storage_admin', password }), max: 5 });
  // As migrations do: by the owner of the database.
  await withClient(database.url, (owner) => owner.query(policies));
  const keys = await signingKeys(await createPrivateJwk());
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo storage '));
  let clockOffsetMs = 0;
  const service = createStorageService({ pool, keys, folder, clock: () => new Date(Date.now() + clockOffsetMs), maxFileBytes: 10_000 });
  const token = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: keys.kid }).setIssuedAt().setExpirationTime('1h').sign(keys.privateKey);
  async function client(claims: Record<string, unknown> | null): Promise<SupabaseClient> {
    const bearer = claims ? await token(claims) : null;
    return createClient(origin, 'sb_publishable_test', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          request.headers.delete('authorization');
          if (bearer) request.headers.set('authorization', `Bearer ${bearer}`);
          return service.fetch(request);
        },
      },
    });
  }
  return {
    pool,
    ownerUrl: database.adminUrl,
    folder,
    service,
    client,
    sessionToken: (sub: string) => token({ role: 'authenticated', aud: 'authenticated', sub }),
    person: (sub: string) => client({ role: 'authenticated', sub }),
    get: (address: string, headers: Record<string, string> = {}, method = 'GET') =>
      Promise.resolve(service.fetch(new Request(address, { headers, method }))),
    diskFiles: async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    setClock: (offsetMs: number) => void (clockOffsetMs = offsetMs),
    async close() {
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type StorageTestBed = Awaited<ReturnType<typeof createStorageTestBed>>;
