import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { createSignedDownload } from './signedDownload.ts';

it('names the file as people do, with commas, accents and spaces', async () => {
  const client = createClient('http://backend.test', 'key', {
    global: { fetch: async () => Response.json({ signedURL: '/object/sign/papers/a/b%20c?token=t.t.t' }) },
  });
  const name = 'Barua ya “ada”, Muhula 3 & Zénaïde.pdf';
  const url = new URL(await createSignedDownload(client, { bucket: 'papers', path: 'a/b c', name }));
  expect([url.searchParams.get('download'), url.searchParams.get('token')]).toEqual([name, 't.t.t']);
});

it('says that a file cannot be opened', async () => {
  const client = createClient('http://backend.test', 'key', {
    global: { fetch: async () => Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 }) },
  });
  await expect(createSignedDownload(client, { bucket: 'papers', path: 'a', name: 'a.pdf' })).rejects.toMatchObject({ kind: 'not-found' });
});
