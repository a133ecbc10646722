import { z } from 'zod';
import { call } from '../_shared/database.ts';
import { refuse } from '../_shared/http.ts';
import { signingKey } from '../_shared/licences/keys.ts';
import { signRevokedList } from '../_shared/licences/licenceKey.ts';
import { serve } from '../_shared/traces.ts';

// The signed list of revoked licences, which Standalone installations fetch while they have a connection.
serve(async (request) => {
  if (request.method !== 'GET') return refuse('request.get', 'Call with GET.', 405, { headers: { allow: 'GET' } });
  const key = signingKey();
  if (!key) return refuse('licence.no_issuer', 'This installation issues no licence keys. Ask where you bought the licence.', 503);
  const list = await signRevokedList(z.array(z.string()).parse(await call('list_revoked_licences', {})), key);
  return new Response(list, { headers: { 'content-type': 'application/jose', 'cache-control': 'public, max-age=300' } });
});
