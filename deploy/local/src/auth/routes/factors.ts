import { Hono } from 'hono';
import { z } from 'zod';
import { type AuthContext } from '../context.ts';
import { badRequest } from '../errors.ts';
import { challengeFactor, enrolFactor, removeFactor, verifyFactor } from '../factors/factors.ts';
import { clientOf, readBody, readCaller } from '../request.ts';

const enrolBody = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(120).nullish(),
  issuer: z.string().max(120).nullish(),
});
const verifyBody = z.object({ challenge_id: z.string(), code: z.string() });

/** `/factors`: the second factor, an authenticator app. */
export function factorRoutes(context: AuthContext): Hono {
  return new Hono()
    .post('/factors', async (c) => {
      const caller = await readCaller(context, c.req.raw);
      const { factor_type: type, friendly_name: friendlyName, issuer } = await readBody(c.req.raw, enrolBody);
      if (type !== 'totp') throw badRequest('validation_failed', 'factor_type needs to be totp');
      return c.json(
        await enrolFactor(context, caller, { friendlyName: friendlyName ?? '', issuer: issuer || new URL(context.origin).host }),
      );
    })
    .post('/factors/:id/challenge', async (c) => {
      const caller = await readCaller(context, c.req.raw);
      return c.json(await challengeFactor(context, caller, c.req.param('id'), clientOf(c.req.raw)));
    })
    .post('/factors/:id/verify', async (c) => {
      const caller = await readCaller(context, c.req.raw);
      const { challenge_id: challengeId, code } = await readBody(c.req.raw, verifyBody);
      return c.json(await verifyFactor(context, caller, { factorId: c.req.param('id'), challengeId, code }, clientOf(c.req.raw)));
    })
    .delete('/factors/:id', async (c) => {
      const caller = await readCaller(context, c.req.raw);
      await removeFactor(context, caller, c.req.param('id'));
      return c.json({ id: c.req.param('id') });
    });
}
