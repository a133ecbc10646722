import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Fetcher } from '@masomo/gateway/backend';
import { hasLoopbackName } from '@masomo/gateway/http/loopbackName';
import { type Mailbox } from '../mail/mailbox.ts';
import { mailboxPages } from './mailboxPages.ts';
import { page, stylesheet } from './page.ts';

/** A group of development pages: path, title, description and routes. */
export type DevTool = { path: string; title: string; text: string; routes: Hono };

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `/_local/`: pages that replace external services on a single machine. Production does not have them, and other machines' names for this one do not lead to them. */
export function createDevTools({ mailbox, more = [] }: { mailbox: Mailbox | null; more?: readonly DevTool[] }): Fetcher {
  const tools: DevTool[] = [
    ...(mailbox
      ? [
          {
            path: 'mailbox',
            title: 'Mailbox',
            text: 'Every mail the product sent: forms, invitations, new passwords, orders and receipts.',
            routes: mailboxPages(mailbox),
          },
        ]
      : []),
    ...more,
  ];
  const app = new Hono({ strict: false }).basePath('/_local');
  // The names by which this machine calls itself. Anyone who reads the mails of an installation takes over any account.
  app.use(async (c, next) => (hasLoopbackName(c.req.url) ? next() : c.json({ message: 'There is nothing here.' }, 404)));
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', contentSecurityPolicy);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
  });
  const items = tools.map(
    ({ path, title, text }) =>
      html`<li>
        <a class="title" href="/_local/${path}">${title}</a>
        <div class="soft">${text}</div>
      </li>`,
  );
  const start = () =>
    page({
      title: 'Developer tools',
      children: html`<p class="soft">
          These pages stand in for the world outside on this machine. A production installation has none of them.
        </p>
        <ul class="list">
          ${items}
        </ul>`,
    });
  app.get('/', (c) => c.html(start()));
  app.get('/style.css', (c) => c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const { routes } of tools) app.route('/', routes);
  app.notFound((c) => c.html(page({ title: 'Nothing here', children: html`<p><a href="/_local/">To the developer tools</a></p>` }), 404));
  return (request) => app.fetch(request);
}
