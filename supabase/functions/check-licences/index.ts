import { isServiceCall } from '../_shared/callers.ts';
import { call } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { json } from '../_shared/http.ts';
import { publicKeys } from '../_shared/licences/keys.ts';
import { readRevokedList } from '../_shared/licences/licenceKey.ts';
import { serve } from '../_shared/traces.ts';

const timeoutMs = 10_000;

// Fetches the seller's list of revoked licences. Without a connection everything stays as it is. Called by a schedule with the secret key.
serve(async (request) => {
  if (request.method !== 'POST') return json({ error: 'Call with POST.' }, 405, { allow: 'POST' });
  if (!(await isServiceCall(request))) return json({ error: 'Only the service role may check licences.' }, 403);
  const [url, keys] = [setting('LICENCE_REVOCATIONS_URL'), publicKeys()];
  if (!url || !keys) return json({ checked: false });
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  if (!response?.ok) return json({ checked: false });
  const revoked = await readRevokedList(await response.text(), keys);
  if (typeof revoked === 'string') {
    console.error(`The list of revoked licences at ${url} is not signed by who issues the licences, so it is not used.`);
    return json({ checked: false });
  }
  return json({ checked: true, revoked: await call('apply_revoked_licences', { revoked }) });
});
