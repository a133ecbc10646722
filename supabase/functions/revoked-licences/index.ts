import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { json } from '../_shared/http.ts';
import { signingKey } from '../_shared/licences/keys.ts';
import { signRevokedList } from '../_shared/licences/licenceKey.ts';
import { serve } from '../_shared/traces.ts';

// The signed list of revoked licences, which Standalone installations fetch while they have a connection.
serve(async (request) => {
  if (request.method !== 'GET') return json({ error: 'Call with GET.' }, 405, { allow: 'GET' });
  const key = signingKey();
  if (!key) return json({ error: 'This installation issues no licence keys. Ask where you bought the licence.' }, 503);
  const list = await signRevokedList(z.array(z.string()).parse(await call('list_revoked_licences', {})), key);
  return new Response(list, { headers: { 'content-type': 'application/jose', 'cache-control': 'public, max-age=300' } });
});
