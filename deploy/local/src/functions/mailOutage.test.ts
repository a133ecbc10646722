import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../host/freePort.ts';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { testInstallation, testPassword, type TestInstallation } from '../backend/testInstallation.ts';
import { openPool } from '../database/connections.ts';
import { testedRuntime } from './testedRuntime.ts';

// The mail server of this installation is unreachable until the test starts it.
let installation: TestInstallation;
let port: number;
let local: LocalBackend;
let database: pg.Pool;
const arrived: string[] = [];
const service = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    stream.resume();
    stream.on('end', () => {
      arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});

beforeAll(async () => {
  installation = await testInstallation({ hasDemo: false });
  port = await freePort();
  local = await startLocalBackend({
    dataDir: installation.dataDir,
    functionsRuntime: testedRuntime,
    origin: 'http://localhost:8103',
    shouldLoadDemo: false,
    demoPassword: testPassword,
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@masomo.test' },
    log: () => {},
    onFatal: () => {},
  });
  database = openPool({ connectionString: local.databaseUrl, max: 2 });
}, 120_000);
afterAll(async () => {
  await database?.end();
  await local?.stop();
  await new Promise<void>((resolve) => service.close(resolve));
  installation?.remove();
});

const post = async (name: string, body: unknown, key = local.publishableKey) => {
  const response = await local.backend.functions(
    new Request(`http://localhost:8103/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const count = async (sql: string) => (await database.query<{ n: number }>(sql)).rows[0]?.n;

test('during a mail outage every form is accepted and stored; its mails are sent once the server is back', async () => {
  const demo = {
    name: 'Wanjiru',
    email: 'wanjiru@school.test',
    phone: '0712345678',
    institution: 'Baraka Academy',
    role: 'Principal/Director',
    version: 'Both',
    message: '',
  };
  const message = { name: 'Otieno', email: 'otieno@school.test', subject: 'Partnership', message: 'Hello' };
  const ticket = {
    senderName: 'Achieng',
    senderEmail: 'achieng@school.test',
    subject: 'Marks',
    supportType: 'Technical Issue',
    message: 'Form 2 East has no marks.',
  };
  expect(await post('send-demo-email', demo)).toEqual({ status: 200, body: {} });
  expect(await post('send-contact-email', message)).toEqual({ status: 200, body: {} });
  expect(await post('send-support-email', ticket)).toEqual({
    status: 200,
    body: { ticketNumber: expect.stringMatching(/^TK-/) },
  });
  expect(
    await count(
      'select ((select count(*) from public.demo_requests) + (select count(*) from public.contact_messages) + (select count(*) from public.support_tickets))::integer as n',
    ),
  ).toBe(3);
  // Those of the first two are tried after the answer.
  await expect
    .poll(() => count(`select count(*)::integer as n from public.mail_outbox where status <> 'queued' or attempts = 0`), {
      timeout: 15_000,
    })
    .toBe(0);
  const { rows: waiting } = await database.query<{ to_address: string; status: string }>(
    'select to_address, status from public.mail_outbox order by to_address',
  );
  expect(waiting.length).toBeGreaterThanOrEqual(4);
  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['queued']));

  await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve));
  // The schedule retries after half a minute or more; the test does not wait that long.
  await database.query('update public.mail_outbox set next_attempt_at = now()');
  await expect
    .poll(() => count(`select count(*)::integer as n from public.mail_outbox where status <> 'sent'`), { timeout: 15_000 })
    .toBe(0);
  expect(arrived.toSorted()).toEqual(waiting.map(({ to_address: address }) => address).toSorted());
});
