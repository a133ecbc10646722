import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { type ReceivedMail, type Mailbox } from '../mail/mailbox.ts';
import { page, type Html } from './page.ts';

const time = (iso: string) => html`<time datetime="${iso}">${formatDateTimeWithSeconds(iso)}</time>`;

function matches(mail: ReceivedMail, { to, subject }: { to?: string | undefined; subject?: string | undefined }): boolean {
  const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return (!to || mail.to.some((address) => contains(address, to))) && (!subject || contains(mail.subject, subject));
}

function listPage(mails: ReceivedMail[]): Html {
  const items = mails.map(
    (mail) =>
      html`<li>
        <a class="title" href="/_local/mailbox/${mail.id}">${mail.subject || 'No subject'}</a>
        <div class="soft">to ${mail.to.join(', ')} · ${time(mail.receivedAt)}</div>
      </li>`,
  );
  const content =
    mails.length === 0
      ? html`<p class="soft">No mail has been sent yet. Send a form, invite somebody or ask for a new password: the mail appears here.</p>`
      : html`<ul class="list">
            ${items}
          </ul>
          <form method="post" action="/_local/mailbox/clear"><button>Delete all mails</button></form>`;
  return page({
    title: 'Mailbox',
    children: html`<p class="soft">
        Every mail this installation sends ends here; nothing leaves the machine. <a href="/_local/mailbox">Look for new mails</a>. For
        programs: <a href="/_local/mailbox.json">mailbox.json</a>, also with <code>?to=</code> and <code>?subject=</code>.
      </p>
      ${content}`,
  });
}

function mailPage(mail: ReceivedMail): Html {
  const attachments = mail.attachments.map(
    ({ name, size }, index) =>
      html`<li>
        <a href="/_local/mailbox/${mail.id}/attachments/${index}">${name}</a> <span class="soft">${Math.ceil(size / 1024)} KB</span>
      </li>`,
  );
  const body = mail.html
    ? html`<iframe
          title="The mail as it looks"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src="/_local/mailbox/${mail.id}/body"
        ></iframe>
        <details>
          <summary>As plain text</summary>
          <pre>${mail.text}</pre>
        </details>`
    : html`<pre>${mail.text}</pre>`;
  return page({
    title: mail.subject || 'No subject',
    children: html`<dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        ${
          mail.replyTo
            ? html`<dt>Reply to</dt>
                <dd>${mail.replyTo}</dd>`
            : ''
        }
        <dt>Sent</dt>
        <dd>${time(mail.receivedAt)}</dd>
      </dl>
      ${
        attachments.length > 0
          ? html`<h2>Attachments</h2>
              <ul>
                ${attachments}
              </ul>`
          : ''
      }
      <h2>Message</h2>
      ${body}
      <p><a href="/_local/mailbox/${mail.id}/raw">As it was sent</a></p>`,
  });
}

/** Sandboxes a mail's HTML: no scripts, no external resources, links open outside the frame. */
const mailBodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/** `/_local/mailbox`: the mails that this installation sent. */
export function mailboxPages(mailbox: Mailbox): Hono {
  const notFoundPage = page({
    title: 'This mail is no longer here',
    children: html`<p><a href="/_local/mailbox">Back to the mailbox</a></p>`,
  });
  return new Hono()
    .get('/mailbox', async (c) => c.html(listPage(await mailbox.list())))
    .get('/mailbox.json', async (c) => {
      const filter = { to: c.req.query('to'), subject: c.req.query('subject') };
      return c.json((await mailbox.list()).filter((mail) => matches(mail, filter)));
    })
    .post('/mailbox/clear', async (c) => {
      await mailbox.clear();
      return c.redirect('/_local/mailbox', 303);
    })
    .get('/mailbox/:id', async (c) => {
      const mail = await mailbox.read(c.req.param('id'));
      return mail ? c.html(mailPage(mail)) : c.html(notFoundPage, 404);
    })
    .get('/mailbox/:id/body', async (c) => {
      const mail = await mailbox.read(c.req.param('id'));
      if (!mail?.html) return c.html(notFoundPage, 404);
      return c.html(`<base target="_blank">${mail.html}`, 200, {
        'content-security-policy': mailBodyPolicy,
        'x-frame-options': 'SAMEORIGIN',
      });
    })
    .get('/mailbox/:id/raw', async (c) => {
      const raw = await mailbox.raw(c.req.param('id'));
      return raw
        ? c.body(new Uint8Array(raw), 200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
        : c.html(notFoundPage, 404);
    })
    .get('/mailbox/:id/attachments/:index', async (c) => {
      const attachment = await mailbox.attachment(c.req.param('id'), Number(c.req.param('index')));
      if (!attachment) return c.html(notFoundPage, 404);
      return c.body(new Uint8Array(attachment.content), 200, {
        'content-type': attachment.type,
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
      });
    });
}
