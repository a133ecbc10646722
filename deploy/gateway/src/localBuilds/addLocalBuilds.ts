import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Fetcher } from '../backend.ts';
import { findCaller, canRelease } from '../releases/findCaller.ts';
import type { Signer } from '../http/createSigner.ts';
import { localAddress, localBuildsOf, setLocalBuilds } from './localBuilds.ts';

type Options = { folder: string; rest: Fetcher; publishableKey: string; signer: Signer; tls: boolean };

const invitation = 'invitation to a local build';
const aQuarterHour = 900;
const noStore = { 'cache-control': 'no-store' };
const wantedSchema = z.object({
  app: z.string().regex(/^mfe-[a-z-]{1,40}$/, 'Name a part of the site, such as mfe-cms.'),
  address: localAddress,
});
const path = '/_releases/local-builds';

const page = (c: Context, title: string, body: ReturnType<typeof html>, status: 200 | 403 = 200) =>
  c.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${title}</title>
        <h1>${title}</h1>
        ${body}
      </html>`,
    status,
    {
      ...noStore,
      'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  );

/**
 * A remote of the running product replaced by a build on the developer's machine, in one browser. A super admin asks for
 * it from the Releases screen; a team asks with its token for an invitation, which is opened in the browser that wants it.
 */
export function addLocalBuilds(app: Hono, { folder, rest, publishableKey, signer, tls }: Options): void {
  const wanted = async (c: Context) => {
    const caller = await findCaller(c.req.header('authorization'), folder, rest, publishableKey);
    if (!caller) return c.json({ message: 'Send the token of a team, or sign in as a super admin.' }, 401, noStore);
    const parsed = wantedSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ message: parsed.error.issues[0]?.message ?? 'Not understood.' }, 400, noStore);
    return canRelease(caller, parsed.data.app)
      ? parsed.data
      : c.json({ message: `${caller.name} may not replace ${parsed.data.app}.` }, 403, noStore);
  };

  app.put(path, bodyLimit({ maxSize: 4_096 }), async (c) => {
    const asked = await wanted(c);
    if (asked instanceof Response) return asked;
    const local = { ...localBuildsOf(c, signer), [asked.app]: asked.address };
    setLocalBuilds(c, signer, local, tls);
    return c.json({ local }, 200, noStore);
  });

  // Taking away what one's own browser was given needs no permission.
  app.delete(path, (c) => {
    setLocalBuilds(c, signer, {}, tls);
    return c.body(null, 204);
  });

  app.post(`${path}/invitations`, bodyLimit({ maxSize: 4_096 }), async (c) => {
    const asked = await wanted(c);
    if (asked instanceof Response) return asked;
    return c.json({ path: `${path}/accept?invitation=${signer.sign(invitation, asked, aQuarterHour)}` }, 201, noStore);
  });

  const invitedTo = (text: string | undefined) => wantedSchema.safeParse(signer.verify(invitation, text)).data;
  const expired = (c: Context) =>
    page(c, 'This link is no longer valid', html`<p>Links to a local build work for 15 minutes. Ask for a new one.</p>`, 403);

  app.get(`${path}/accept`, (c) => {
    const text = c.req.query('invitation');
    const asked = invitedTo(text);
    if (!asked) return expired(c);
    return page(
      c,
      'Use a local build in this browser?',
      html`<p>${asked.app} would be loaded from <b>${asked.address}</b> on this machine, in this browser only, until you end it.</p>
        <form method="post"><input type="hidden" name="invitation" value="${text}" /><button>Use it</button></form>`,
    );
  });
  app.post(`${path}/accept`, bodyLimit({ maxSize: 8_192 }), async (c) => {
    const site = c.req.header('sec-fetch-site');
    const { invitation: text } = await c.req.parseBody();
    const asked = invitedTo(typeof text === 'string' ? text : undefined);
    if (!asked || (site !== undefined && site !== 'same-origin')) return expired(c);
    setLocalBuilds(c, signer, { ...localBuildsOf(c, signer), [asked.app]: asked.address }, tls);
    return c.redirect('/', 303);
  });
}
