import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../host/freePort.ts';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { resetDatabase } from '../database/resetDatabase.ts';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { createSuperAdmin, type AccountAdmin } from './createSuperAdmin.ts';
import { hostedAdmin } from './hostedAdmin.ts';
import { withLocalAdmin } from './localAdmin.ts';

const origin = 'http://localhost:8080';
const log = () => {};
let dataDir: string;
let local: LocalBackend | undefined;
let unlock = () => {};

const withAdmin = <T>(work: (admin: AccountAdmin) => Promise<T>) => withLocalAdmin({ dataDir, origin, environment: {}, log }, work);
const create = (email: string, { another = false, password = 'a long password' as string | null } = {}) =>
  withAdmin((admin) =>
    createSuperAdmin(admin, { email, allowAnother: another, askPassword: password === null ? null : () => Promise.resolve(password) }),
  );

async function signIn(email: string, password: string): Promise<{ status: number; role: unknown }> {
  const response = await local!.backend.auth(
    new Request(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: local!.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  const { access_token: token = '..' } = (await response.json()) as { access_token?: string };
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] || btoa('{}'), 'base64url').toString());
  return { status: response.status, role: (claims as { user_role?: string }).user_role };
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-accounts-'));
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  await local?.stop();
  unlock();
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true });
});

describe('the first super admin', () => {
  it('needs an installation that was started once', async () => {
    await expect(create('boss@school.test')).rejects.toThrow('was never started');
    await resetDatabase({ dataDir, shouldLoadDemo: false, demoPassword: 'not used here', log });
  });

  it('is created while the product is stopped, and signs in once it runs', async () => {
    expect(await create('Boss@School.test')).toBe('created with password');
    unlock = lockDataDirectory(dataDir);
    local = await startLocalBackend({
      dataDir,
      origin,
      shouldLoadDemo: false,
      demoPassword: 'not used here',
      environment: {},
      log,
      onFatal: log,
    });
    expect(local.hasDemoData).toBe(false);
    expect(await signIn('boss@school.test', 'a long password')).toEqual({ status: 200, role: 'super_admin' });
  });

  it('is created once: a second call is refused and asks for no password', async () => {
    const askPassword = vi.fn();
    const again = (email: string, another: boolean) =>
      withAdmin((admin) => createSuperAdmin(admin, { email, allowAnother: another, askPassword }));
    await expect(again('BOSS@school.test', true)).rejects.toThrow('boss@school.test is a super admin already');
    await expect(again('other@school.test', false)).rejects.toThrow('There is a super admin already: boss@school.test. Add --another');
    await expect(again('no address', true)).rejects.toThrow('is not an email address');
    expect(askPassword).not.toHaveBeenCalled();
  });

  it('is not created with a weak password', async () => {
    await expect(create('weak@school.test', { another: true, password: 'short' })).rejects.toThrow('at least 10 characters');
    expect(await withAdmin((admin) => admin.findAccount('weak@school.test'))).toBeNull();
  });
});

describe('one more super admin', () => {
  it('gets a mailed link while the product runs', async () => {
    expect(await create('linked@school.test', { another: true, password: null })).toBe('invited by mail');
    const folder = path.join(dataDir, 'mailbox');
    const mail = await vi.waitUntil(
      () =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.json'))
          .map((name) => readFileSync(path.join(folder, name), 'utf8'))
          .find((text) => text.includes('linked@school.test')),
      { timeout: 20_000 },
    );
    const hash = /http:\/\/localhost:8080\/login\/confirm\?token_hash=(\w+)&type=invite/.exec(mail ?? '')?.[1] ?? '';
    const response = await local!.backend.auth(
      new Request(`${origin}/auth/v1/verify`, {
        method: 'POST',
        headers: { apikey: local!.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'invite', token_hash: hash }),
      }),
    );
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
  });

  it('may be an existing account, which keeps its password, but not a deactivated one', async () => {
    await withAdmin((admin) => admin.createWithPassword('person@school.test', 'their own password'));
    expect(await create('person@school.test', { another: true })).toBe('promoted');
    expect(await signIn('person@school.test', 'their own password')).toEqual({ status: 200, role: 'super_admin' });
    const admin: AccountAdmin = {
      listSuperAdmins: () => Promise.resolve([]),
      findAccount: () => Promise.resolve({ id: 'x', isActive: false }),
      createWithPassword: vi.fn(),
      inviteByMail: vi.fn(),
      makeSuperAdmin: vi.fn(),
    };
    await expect(createSuperAdmin(admin, { email: 'gone@school.test', allowAnother: false, askPassword: null })).rejects.toThrow(
      'is deactivated',
    );
  });
});

describe('a hosted project', () => {
  it('accepts its secret key and no other', async () => {
    const { backend, secretKey, publishableKey } = local!;
    const port = await freePort();
    const server = serve({
      hostname: '127.0.0.1',
      port,
      fetch: (request) => (new URL(request.url).pathname.startsWith('/auth/') ? backend.auth(request) : backend.rest(request)),
    });
    const admin = (key: string) => hostedAdmin({ url: `http://127.0.0.1:${port}`, secretKey: key, origin });
    const make = (key: string, email: string) =>
      createSuperAdmin(admin(key), { email, allowAnother: true, askPassword: () => Promise.resolve('a hosted password') });
    try {
      expect(await make(secretKey, 'hosted@school.test')).toBe('created with password');
      expect(await signIn('hosted@school.test', 'a hosted password')).toEqual({ status: 200, role: 'super_admin' });
      await expect(make(secretKey, 'hosted@school.test')).rejects.toThrow('is a super admin already');
      await expect(make(publishableKey, 'thief@school.test')).rejects.toThrow('The project refused');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
