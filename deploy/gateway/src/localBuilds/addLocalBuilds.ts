import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { remoteName } from '@masomo/contracts/appName';
import { sentence } from '@masomo/domain/sentences';
import type { Fetcher } from '../backend.ts';
import type { Signer } from '../http/createSigner.ts';
import { isFromThisSite } from '../http/isFromThisSite.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import { canRelease, findCaller } from '../releases/findCaller.ts';
import { refuse, refuseUnknownCaller } from '../releases/refuse.ts';
import { localAddressSchema, localBuildsOf, setLocalBuilds } from './localBuilds.ts';

type Options = { folder: string; rest: Fetcher; publishableKey: string; signer: Signer; cookies: SignedCookies };

const invitationPurpose = 'invitation to a local build';
const invitationSeconds = 15 * 60;
const noStore = { 'cache-control': 'no-store' };
const namePart = sentence('Name a part of the site, such as mfe-cms.');
const requestSchema = z.object({
  app: z.string().regex(remoteName, namePart.sentence),
  address: localAddressSchema,
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
 * Replaces a remote of the running product by a build on the developer's machine, in one browser. A super admin requests it on the
 * Releases screen; a team requests an invitation with its token and opens that in the browser that should use the build.
 */
export function addLocalBuilds(app: Hono, { folder, rest, publishableKey, signer, cookies }: Options): void {
  /** The requested build, or the response that refuses it. */
  const readRequest = async (c: Context) => {
    const caller = await findCaller(c.req.header('authorization'), folder, rest, publishableKey);
    if (!caller) return refuseUnknownCaller(c);
    const parsed = requestSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 'release.local_build', parsed.error.issues[0]?.message ?? namePart.sentence, 400);
    return canRelease(caller, parsed.data.app)
      ? parsed.data
      : refuse(c, 'release.not_replaced', sentence('{team} may not replace {app}.', { team: caller.name, app: parsed.data.app }), 403);
  };

  app.put(path, bodyLimit({ maxSize: 4_096 }), async (c) => {
    const requested = await readRequest(c);
    if (requested instanceof Response) return requested;
    const local = { ...localBuildsOf(c, cookies), [requested.app]: requested.address };
    setLocalBuilds(c, cookies, local);
    return c.json({ local }, 200, noStore);
  });

  // Ending the local builds of one's own browser needs no permission.
  app.delete(path, (c) => {
    setLocalBuilds(c, cookies, {});
    return c.body(null, 204);
  });

  app.post(`${path}/invitations`, bodyLimit({ maxSize: 4_096 }), async (c) => {
    const requested = await readRequest(c);
    if (requested instanceof Response) return requested;
    const invitation = signer.sign(invitationPurpose, requested, invitationSeconds);
    return c.json({ path: `${path}/accept?invitation=${invitation}` }, 201, noStore);
  });

  const readInvitation = (text: string | undefined) => requestSchema.safeParse(signer.verify(invitationPurpose, text)).data;
  const expired = (c: Context) =>
    page(c, 'This link is no longer valid', html`<p>Links to a local build work for 15 minutes. Ask for a new one.</p>`, 403);

  app.get(`${path}/accept`, (c) => {
    const invitation = c.req.query('invitation');
    const invited = readInvitation(invitation);
    if (!invited) return expired(c);
    return page(
      c,
      'Use a local build in this browser?',
      html`<p>${invited.app} would be loaded from <b>${invited.address}</b> on this machine, in this browser only, until you end it.</p>
        <form method="post"><input type="hidden" name="invitation" value="${invitation}" /><button>Use it</button></form>`,
    );
  });
  app.post(`${path}/accept`, bodyLimit({ maxSize: 8_192 }), async (c) => {
    const { invitation } = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
    const invited = readInvitation(typeof invitation === 'string' ? invitation : undefined);
    if (!invited || !isFromThisSite(c)) return expired(c);
    setLocalBuilds(c, cookies, { ...localBuildsOf(c, cookies), [invited.app]: invited.address });
    return c.redirect('/', 303);
  });
}
