import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailbox, type Mailbox } from '../mail/mailbox.ts';
import { createDevTools } from './createDevTools.ts';

let folder: string;
let mailbox: Mailbox;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-dev-tools-'));
  mailbox = createMailbox(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const request = async (address: string, init?: RequestInit, host = 'localhost') => {
  const response = await createDevTools({ mailbox })(new Request(`http://${host}${address}`, { redirect: 'manual', ...init }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

async function sent(subject: string, html?: string): Promise<string> {
  const raw = await new MailComposer({
    from: 'a@school.test',
    to: 'w@school.test',
    subject,
    text: 'plain words',
    ...(html ? { html } : {}),
    attachments: [{ filename: 'r.txt', content: 'x' }],
  })
    .compile()
    .build();
  return (await mailbox.add(raw, ['w@school.test'])).id;
}

test('the start page links to the tools', async () => {
  const { status, text, headers } = await request('/_local/');
  expect(status).toBe(200);
  expect(text).toContain('href="/_local/mailbox"');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await request('/_local')).status).toBe(200);
  expect((await request('/_local/style.css')).headers.get('content-type')).toContain('text/css');
  expect((await request('/_local/nothing')).status).toBe(404);
});

test.each(['/_local', '/_local/', '/_local/mailbox', '/_local/mailbox.json', '/_local/style.css'])(
  '%s answers by the names of this machine only, whatever its public address',
  async (address) => {
    for (const host of ['localhost:8080', '127.0.0.1', '127.0.0.2:8080', '[::1]:8080', 'school.localhost'])
      expect([host, (await request(address, {}, host)).status]).toEqual([host, 200]);
    for (const host of ['school.example', 'school.lan:8080', '192.168.1.5', 'localhost.evil.example', '127.0.0.1.nip.io', 'localhost.'])
      expect([host, (await request(address, {}, host)).status]).toEqual([host, 404]);
  },
);

test('an empty mailbox explains what to do', async () => {
  expect((await request('/_local/mailbox')).text).toContain('No mail has been sent yet');
});

test('a mail is listed, opened and sandboxed', async () => {
  const id = await sent('<script>alert(1)</script>', '<p>Hello <a href="http://localhost/x">x</a></p><script>alert(2)</script>');
  const list = await request('/_local/mailbox');
  expect(list.text).toContain('&lt;script&gt;');
  expect(list.text).not.toContain('<script>');
  const mail = await request(`/_local/mailbox/${id}`);
  expect(mail.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(mail.text).not.toContain('<script>');
  const body = await request(`/_local/mailbox/${id}/body`);
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect((await request(`/_local/mailbox/${id}/raw`)).headers.get('content-type')).toContain('text/plain');
  expect((await request(`/_local/mailbox/${id}/attachments/0`)).headers.get('content-disposition')).toContain('r.txt');
  expect((await request('/_local/mailbox/1-2')).status).toBe(404);
});

test('scripts can read and clear the mailbox', async () => {
  await sent('Receipt 7');
  const found: unknown = JSON.parse((await request('/_local/mailbox.json?subject=receipt&to=w@')).text);
  expect(found).toMatchObject([{ subject: 'Receipt 7', to: ['w@school.test'], text: expect.stringContaining('plain words') }]);
  expect(JSON.parse((await request('/_local/mailbox.json?to=nobody')).text)).toEqual([]);
  expect((await request('/_local/mailbox/clear', { method: 'POST' })).status).toBe(303);
  expect(JSON.parse((await request('/_local/mailbox.json')).text)).toEqual([]);
});
