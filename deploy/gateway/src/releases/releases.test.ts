import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Registry } from '@masomo/contracts/registry';
import { publish, startCanary } from '@masomo/release';
import { issueTeamToken } from '@masomo/release/teamTokens';
import { writeBuild } from '@masomo/release/testRelease';
import { parseTrustedProxies } from '../http/clientAddress.ts';
import { startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';
import { watchFailures } from './watchFailures.ts';

let product: TestProduct;
let token: string;
const releases = () => path.join(product.folder, 'store');
const request = (method: string, address: string, body?: BodyInit, bearer: string | null = token) =>
  product.get(`/_releases/${address}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  });
const runAction = (action: object, bearer?: string) => request('POST', 'actions', JSON.stringify(action), bearer);
const live = async (init?: RequestInit) => (await (await product.get('/registry.json', init)).json()) as Registry;
const buildVersion = (n: number) =>
  writeBuild(product.folder, { app: 'mfe-dashboard', version: versionNumber(n), owns: ['/dashboard'], compressed: ['remoteEntry.js'] });

beforeEach(async () => {
  product = await startTestProduct({ trustedProxies: parseTrustedProxies('1') });
  token = await issueTeamToken(releases(), { name: 'dashboard-team', apps: ['mfe-dashboard'] });
});
afterEach(() => product.end());

async function upload(folder: string, app: string, version: string): Promise<Response> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const response = await request('PUT', `uploads/${app}/${version}/${path.relative(folder, file)}`, new Uint8Array(await readFile(file)));
    if (!response.ok) return response;
  }
  return request('POST', `uploads/${app}/${version}`);
}

describe('the release API', () => {
  it('identifies callers by token and does not store the token itself', async () => {
    for (const bearer of [null, 'mrt_wrong', 'not-a-session']) expect((await request('GET', 'status', undefined, bearer)).status).toBe(401);
    expect((await request('GET', 'status')).status).toBe(200);
    expect(await readFile(path.join(releases(), 'teams.json'), 'utf8')).not.toContain(token);
  });

  it('publishes what a team uploads, promotes it and rolls it back, and the history names the team', async () => {
    expect((await upload(await buildVersion(2), 'mfe-dashboard', versionNumber(2))).status).toBe(201);
    expect((await live()).remotes['mfe-dashboard']?.version).toBe(versionNumber(1));
    expect((await runAction({ action: 'promote', app: 'mfe-dashboard', version: versionNumber(2) })).status).toBe(200);
    expect((await live()).remotes['mfe-dashboard']?.version).toBe(versionNumber(2));
    expect((await runAction({ action: 'rollback', app: 'mfe-dashboard', abandon: versionNumber(2) })).status).toBe(200);
    // A second click does not go back any further.
    expect((await runAction({ action: 'rollback', app: 'mfe-dashboard', abandon: versionNumber(2) })).status).toBe(200);
    expect((await live()).remotes['mfe-dashboard']?.version).toBe(versionNumber(1));
    const status = (await (await request('GET', 'status')).json()) as { history: { by: string; action: string }[] };
    expect(status.history.slice(0, 2).map(({ by, action }) => `${by} ${action}`)).toEqual([
      'dashboard-team rollback',
      'dashboard-team promote',
    ]);
    expect(await (await request('GET', `diff/mfe-dashboard/${versionNumber(1)}/${versionNumber(2)}`)).json()).toMatchObject({
      files: { changed: ['remoteEntry.js'] },
    });
  });

  it('lets a team release only its own apps', async () => {
    const shell = await writeBuild(product.folder, { app: 'shell', version: versionNumber(2) });
    expect((await upload(shell, 'shell', versionNumber(2))).status).toBe(403);
    // Uploading under its own name a build that says it is another app does not work either.
    const disguised = await upload(shell, 'mfe-dashboard', versionNumber(2));
    expect([disguised.status, await disguised.text()]).toEqual([409, expect.stringContaining('and not mfe-dashboard')]);
    expect(await product.store.readRelease('shell', versionNumber(2))).toBeNull();
    expect((await runAction({ action: 'rollback', app: 'shell' })).status).toBe(403);
  });

  it('refuses incomplete builds, paths outside of the release, and unknown actions', async () => {
    await buildVersion(3);
    expect((await request('PUT', `uploads/mfe-dashboard/${versionNumber(3)}/..%2f..%2fevil`, 'x')).status).toBeGreaterThanOrEqual(400);
    expect((await request('POST', `uploads/mfe-dashboard/${versionNumber(3)}`)).status).toBe(409);
    expect((await runAction({ action: 'explode', app: 'mfe-dashboard' })).status).toBe(400);
    expect((await runAction({ action: 'promote', app: 'mfe-dashboard', version: versionNumber(9) })).status).toBe(409);
  });
});

describe('a canary', () => {
  it('gives a visitor the same versions in registry and document, and the others the live ones', async () => {
    await publish(product.store, await buildVersion(2));
    await startCanary(product.store, 'mfe-dashboard', { version: versionNumber(2), percent: 100 });
    await new Promise((resolve) => {
      setTimeout(resolve, 320);
    });
    const document = await product.get('/dashboard');
    // A CDN must not cache what differs between visitors.
    expect([document.headers.get('cdn-cache-control'), document.headers.get('vary')]).toEqual([null, 'Accept-Encoding, Cookie']);
    const cookie = /masomo_canary=[^;]+/.exec(document.headers.get('set-cookie') ?? '')?.[0] ?? '';
    // A number that the visitor chose gets nothing.
    expect((await live({ headers: { cookie: 'masomo_canary=7' } })).variant).toBeUndefined();
    expect(document.headers.get('vary')).toContain('Cookie');
    expect(await document.text()).toContain(versionNumber(2));
    expect(await live({ headers: { cookie } })).toMatchObject({
      variant: 'mfe-dashboard',
      remotes: { 'mfe-dashboard': { version: versionNumber(2) } },
    });
    expect((await live()).remotes['mfe-dashboard']?.version).toBe(versionNumber(1));
    const [plain, canary] = [await product.get('/registry.json'), await product.get('/registry.json', { headers: { cookie } })];
    expect(plain.headers.get('etag')).not.toBe(canary.headers.get('etag'));
  });

  it('reaches people of a role once the database confirms it', async () => {
    await publish(product.store, await buildVersion(2));
    await startCanary(product.store, 'mfe-dashboard', { version: versionNumber(2), percent: 0, roles: ['teacher'] });
    await vi.waitFor(async () => expect(await live()).toHaveProperty('hasRoleCohorts', true), { timeout: 10_000 });
    product.backend.roles['Bearer of-a-teacher'] = 'teacher';
    const sync = (bearer: string | null) => request('PUT', 'cohort', undefined, bearer);
    expect([(await sync(null)).status, (await sync('forged')).status]).toEqual([401, 401]);
    const synced = await sync('of-a-teacher');
    const cookie = synced.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await live({ headers: { cookie } })).remotes['mfe-dashboard']?.version).toBe(versionNumber(2));
    for (const forged of ['masomo_cohort=teacher', 'masomo_early=yes', `${cookie}x`])
      expect((await live({ headers: { cookie: forged } })).remotes['mfe-dashboard']?.version).toBe(versionNumber(1));
  });
});

describe('reports from browsers', () => {
  const visit = (n: number) => `0000000${n}-abcd`;
  const failureOf = (version: string, number = 'SHELL-012') => ({ app: 'mfe-dashboard', version, number });
  const canaries = { 'mfe-dashboard': versionNumber(2) };
  const load = (n: number) => ({ nonce: `load ${n}`, canaries });
  const alerts: number[] = [];
  const withdrawn: string[] = [];
  let now = 0;
  const watch = () =>
    watchFailures({
      store: product.store,
      onWithdrawn: ({ version }) => withdrawn.push(version),
      onAlert: ({ visits }) => alerts.push(visits),
      now: () => now,
    });
  const canary = async () => (await product.store.readState()).canary['mfe-dashboard']?.version;

  beforeEach(async () => {
    now = 0;
    alerts.length = 0;
    withdrawn.length = 0;
    await publish(product.store, await buildVersion(2));
    await startCanary(product.store, 'mfe-dashboard', { version: versionNumber(2), percent: 50 });
  });

  it('of a live version alert, once, and change nothing', async () => {
    const { reportFailures } = watch();
    const report = (n: number, number?: string) =>
      reportFailures([failureOf(versionNumber(1), number)], { visit: visit(n), address: `10.0.0.${n}`, load: null });
    for (const n of [1, 2, 3, 4]) await report(n);
    await report(4);
    for (const n of [5, 6, 7]) await report(n, 'SHELL-005');
    expect(alerts).toEqual([]);
    for (const n of [5, 6, 7, 8]) await report(n);
    expect(alerts).toEqual([5]);
    const { live: versions, history } = await product.store.readState();
    expect([versions['mfe-dashboard']?.[0], history[0]?.action]).toEqual([versionNumber(1), 'canary']);
  });

  it('end a canary when too many of its signed page loads failed', async () => {
    const { countLoad, reportFailures } = watch();
    const fail = (n: number) => reportFailures([failureOf(versionNumber(2))], { visit: visit(n), address: `10.0.0.${n}`, load: load(n) });
    for (let n = 0; n < 40; n += 1) countLoad(load(n));
    for (const n of [1, 2, 3, 4, 5, 6, 7, 7, 7]) await fail(n);
    expect(await canary()).toBe(versionNumber(2));
    await fail(8);
    expect(await canary()).toBeUndefined();
    expect(withdrawn).toEqual([versionNumber(2)]);
    expect((await product.store.readState()).history[0]).toMatchObject({ by: 'automatic', reason: expect.stringContaining('8 of 40') });
  });

  it.each([
    ['without a page load that this installation signed', (n: number) => ({ address: `10.0.0.${n}`, load: null })],
    ['about one page load', (n: number) => ({ address: `10.0.0.${n}`, load: load(1) })],
    ['from one address', (n: number) => ({ address: '10.0.0.1', load: load(n) })],
    ['from the addresses of one provider’s customer', (n: number) => ({ address: `2001:db8:1:2::${n}`, load: load(n) })],
    ['of page loads of another version', (n: number) => ({ address: `10.0.0.${n}`, load: { ...load(n), canaries: {} } })],
  ])('%s end no canary', async (_which, reporter) => {
    const { countLoad, reportFailures } = watch();
    for (let n = 0; n < 9; n += 1) countLoad(load(n));
    for (let n = 1; n < 10; n += 1) await reportFailures([failureOf(versionNumber(2))], { visit: visit(n), ...reporter(n) });
    expect(await canary()).toBe(versionNumber(2));
  });

  it('that are old end no canary', async () => {
    const { countLoad, reportFailures } = watch();
    const fail = (n: number) => reportFailures([failureOf(versionNumber(2))], { visit: visit(n), address: `10.0.0.${n}`, load: load(n) });
    for (const n of [1, 2, 3, 4]) await fail(n);
    now = 31 * 60_000;
    countLoad(load(5));
    await fail(5);
    expect(await canary()).toBe(versionNumber(2));
  });

  it('carry the signed load of their document by a cookie', async () => {
    await vi.waitFor(async () => expect((await product.get('/dashboard')).headers.get('set-cookie')).toContain('masomo_canary'), {
      timeout: 10_000,
    });
    const tabs: string[] = [];
    for (let n = 0; n < 40 && tabs.length < 6; n += 1) {
      const cookies = (await product.get('/dashboard')).headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      if (cookies.some((cookie) => cookie.startsWith('masomo_load='))) tabs.push(cookies.join('; '));
    }
    expect(tabs).toHaveLength(6);
    const send = (cookie: string, n: number) =>
      product.gateway.fetch(
        new Request('http://localhost:8080/_releases/reports', {
          method: 'POST',
          headers: { cookie },
          body: JSON.stringify({
            visit: visit(n),
            path: '/dashboard',
            versions: {},
            samples: [],
            failures: [{ ...failureOf(versionNumber(2)), detail: '' }],
          }),
        }),
      );
    for (const [n, cookie] of tabs.entries())
      expect((await send(cookie.replace(/masomo_load=.{9}/, 'masomo_load=forged'), n)).status).toBe(204);
    expect(await canary()).toBe(versionNumber(2));
  });

  it('are checked and stored by the database', async () => {
    const send = (body: unknown) => product.get('/_releases/reports', { method: 'POST', body: JSON.stringify(body) });
    const good = {
      visit: visit(1),
      path: '/dashboard',
      versions: { shell: versionNumber(1) },
      samples: [{ app: 'mfe-dashboard', version: versionNumber(1), metric: 'load', value: 120 }],
      failures: [],
    };
    expect((await send(good)).status).toBe(204);
    expect(product.backend.requests.some((request) => request.url.endsWith('/rpc/report_releases'))).toBe(true);
    product.backend.hasReportedEnough = true;
    expect((await send(good)).status).toBe(204);
    product.backend.hasReportedEnough = false;
    expect((await send({ ...good, visit: '<script>' })).status).toBe(400);
    expect((await send({ ...good, samples: [{ ...good.samples[0], value: -1 }] })).status).toBe(400);
  });
});
