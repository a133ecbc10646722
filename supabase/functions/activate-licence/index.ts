import { refusalBody } from '@masomo/domain/refusals';
import { z } from 'zod';
import { call, databaseAs, DatabaseRefusal } from '../_shared/database.ts';
import { json, preflight, readText, refuse } from '../_shared/http.ts';
import { publicKeys } from '../_shared/licences/keys.ts';
import { readLicenceKey } from '../_shared/licences/licenceKey.ts';
import { serve } from '../_shared/traces.ts';

const entered = z.object({ key: z.string().max(110_000) });
const school = z.object({ school_id: z.uuid() });
const notAKey = () =>
  refuse('licence.no_key', 'This is no licence key. Copy it whole, from its first letter to its last.', 400, { field: 'key' });
const changed = () =>
  refuse(
    'licence.changed_key',
    'This key was changed after it was issued, or somebody else issued it. Copy it once more from your order.',
    400,
    { field: 'key' },
  );

async function activate(request: Request): Promise<Response> {
  const token = /^Bearer\s+(\S+\.\S+\.\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return refuse('licence.sign_in', 'Sign in to enter a licence key.', 401);
  const body = entered.safeParse(JSON.parse((await readText(request, 128 * 1024)) ?? 'null'));
  if (!body.success) return notAKey();
  // As the caller, so that the database decides whether they run the school.
  const { data, error } = await databaseAs(token).rpc('school_plan');
  if (error) throw new DatabaseRefusal(error);
  const keys = publicKeys();
  if (!keys)
    return refuse(
      'licence.no_public_key',
      'This server has no public key to verify licences with. Set LICENCE_PUBLIC_KEYS and start it again.',
      503,
    );
  const claims = await readLicenceKey(body.data.key, keys);
  if (typeof claims === 'string') return claims === 'changed' ? changed() : notAKey();
  const licence = await call('activate_licence', {
    school: school.parse(data).school_id,
    claims,
    signed_key: body.data.key.replace(/\s+/g, ''),
  });
  return json({ licence });
}

// Verifies a signed licence key on the school's own server, without a connection, and stores what it says.
serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST, OPTIONS' } });
  try {
    return await activate(request);
  } catch (error) {
    if (error instanceof DatabaseRefusal)
      return json(refusalBody(error.refusal), error.code === 'P0001' ? 400 : error.code === '42501' ? 403 : 401);
    if (error instanceof SyntaxError) return notAKey();
    console.error('A licence key could not be stored:', error);
    return refuse('licence.not_stored', 'The key could not be stored. Please try again.', 500);
  }
});
