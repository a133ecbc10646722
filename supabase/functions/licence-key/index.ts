import { refusalBody } from '@masomo/domain/refusals';
import { z } from 'zod';
import { senderKey } from '../_shared/callers.ts';
import { call, DatabaseRefusal } from '../_shared/database.ts';
import { json, preflight, readText, refuse } from '../_shared/http.ts';
import { signingKey } from '../_shared/licences/keys.ts';
import { licenceClaimsSchema, signLicenceKey } from '../_shared/licences/licenceKey.ts';
import { serve } from '../_shared/traces.ts';

const bodySchema = z.object({ code: z.string().max(60), installation: z.uuid().nullish() });

async function issue(request: Request): Promise<Response> {
  const key = signingKey();
  if (!key) return refuse('licence.no_issuer', 'This installation issues no licence keys. Ask where you bought the licence.', 503);
  const body = bodySchema.safeParse(JSON.parse((await readText(request, 4096)) ?? 'null'));
  if (!body.success)
    return refuse('licence.wrong_number', 'Check the number of your school: copy it from its screen “Plan and licences”.', 400, {
      field: 'installation',
    });
  const claims = await call('licence_claims', {
    code: body.data.code,
    installation: body.data.installation ?? null,
    sender_key: (await senderKey(request)) ?? null,
  });
  return json({ key: await signLicenceKey(licenceClaimsSchema.parse(claims), key) });
}

// The signed key of a Standalone licence, for anyone who knows the licence's code from the order.
serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST, OPTIONS' } });
  try {
    return await issue(request);
  } catch (error) {
    if (error instanceof DatabaseRefusal && (error.code === 'P0001' || error.code === 'PT429'))
      return json(refusalBody(error.refusal), error.code === 'P0001' ? 400 : 429);
    if (error instanceof SyntaxError) return refuse('licence.no_code', 'Call with the code of the licence.', 400);
    console.error('A licence key could not be issued:', error);
    return refuse('licence.not_issued', 'The key could not be issued. Please try again.', 500);
  }
});
