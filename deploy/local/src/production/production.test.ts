import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';

const origin = 'https://school.example';
const proxied = { TRUSTED_PROXIES: '1' };
let dataDir: string;
let local: LocalBackend | undefined;
let lines: string[] = [];

const start = async (more: { origin?: string; environment?: Record<string, string>; shouldLoadDemo?: boolean }) => {
  local = await startLocalBackend({
    dataDir,
    origin,
    shouldLoadDemo: true,
    demoPassword: 'a password for tests',
    environment: proxied,
    log: (line) => lines.push(line),
    onFatal: () => {},
    ...more,
  });
  return local;
};
const stop = async () => {
  await local?.stop();
  local = undefined;
};

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-production-'));
  chmodSync(dataDir, 0o755);
});
afterEach(stop);
afterAll(() => {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true });
});

describe('an installation with a public address', () => {
  it.each<[Record<string, string>, string, RegExp]>([
    [{}, origin, /TRUSTED_PROXIES must name the proxy/],
    [proxied, 'http://school.example', /PUBLIC_ORIGIN must begin with https:/],
    [{}, 'http://school.lan', /TRUSTED_PROXIES must name the proxy in front\.$/],
    [{ ...proxied, SMTP_URL: 'smtps://mail.example' }, origin, /MAIL_FROM must be set/],
    [{ ...proxied, DARAJA_CONSUMER_KEY: 'k' }, origin, /DARAJA_CONSUMER_SECRET, .*DARAJA_CALLBACK_TOKEN must be set for M-Pesa/],
    [
      { ...proxied, PAYSTACK_SECRET_KEY: 'k', PAYSTACK_BASE_URL: 'http://127.0.0.1:9000' },
      origin,
      /PAYSTACK_BASE_URL must begin with https:/,
    ],
  ])('does not start with %j at %s, and says why in one line', async (environment, address, line) => {
    await expect(start({ environment, origin: address })).rejects.toThrow(line);
    await expect(start({ environment, origin: address })).rejects.not.toThrow(/\n/);
    expect(existsSync(path.join(dataDir, 'secrets.json'))).toBe(false);
  });

  it('has no developer tools, simulators, mailbox or demonstration accounts', { timeout: 90_000 }, async () => {
    lines = [];
    const { backend, publishableKey, hasDemoData, databaseUrl, databaseUrlFile } = await start({});
    expect(hasDemoData).toBe(false);
    expect(backend.local).toBeUndefined();
    for (const folder of ['mailbox', 'simulators']) expect([folder, existsSync(path.join(dataDir, folder))]).toEqual([folder, false]);
    const rpc = (name: string) => backend.rest(new Request(`${origin}/rest/v1/rpc/${name}`, { headers: { apikey: publishableKey } }));
    await expect.poll(async () => (await rpc('offered_payment_methods')).json(), { timeout: 10_000 }).toEqual(['bank']);
    // The password of the database is in a file that only its owner reads, and never on the console.
    const { password } = new URL(databaseUrl);
    expect(password.length).toBeGreaterThan(10);
    expect(statSync(databaseUrlFile).mode & 0o077).toBe(0);
    expect(lines.filter((line) => line.includes(password))).toEqual([]);
    // Nobody is told that a mail is on its way, whether the account exists or not.
    const recovery = await backend.auth(
      new Request(`${origin}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@school.example' }),
      }),
    );
    expect([recovery.status, await recovery.text()]).toEqual([422, expect.stringContaining('This installation sends no mail')]);
  });

  it('does not start while the demonstration accounts are in its database', { timeout: 90_000 }, async () => {
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true });
    dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-production-'));
    chmodSync(dataDir, 0o755);
    expect((await start({ origin: 'http://localhost:8080', environment: {} })).backend.local).toBeDefined();
    await stop();
    await expect(start({})).rejects.toThrow(/^https:\/\/school\.example is a public address, .* demonstration accounts/);
  });
});
