import type { Hono } from 'hono';
import { z } from 'zod';
import type { Fetcher } from '../backend.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { setRoleCohort } from '../registry/visitors.ts';

type Options = { rest: Fetcher; publishableKey: string; cookies: SignedCookies };

/** `/_releases/cohort`: a browser sends its session, the database confirms the role, and canaries for that role reach the browser. */
export function addCohort(app: Hono, { rest, publishableKey, cookies }: Options): void {
  app.put('/_releases/cohort', async (c) => {
    const response = await rest(
      new Request('http://backend/rest/v1/rpc/own_role', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: c.req.header('authorization') ?? '', apikey: publishableKey },
      }),
    );
    const role = response.ok ? z.string().safeParse(await response.json()) : undefined;
    if (!role?.success) return c.json({ message: 'Sign in first.' }, 401, { 'cache-control': 'no-store' });
    setRoleCohort(c, cookies, role.data);
    return c.body(null, 204);
  });
  app.delete('/_releases/cohort', (c) => {
    setRoleCohort(c, cookies, null);
    return c.body(null, 204);
  });
}
