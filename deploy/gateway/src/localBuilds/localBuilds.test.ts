import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Registry } from '@masomo/contracts/registry';
import { issueTeamToken } from '@masomo/release/teamTokens';
import { createSigner } from '../http/createSigner.ts';
import { startTestProduct, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
let token: string;
const address = 'http://localhost:7700/mfe-dashboard/';
const build = { app: 'mfe-dashboard', address };
const request = (method: string, body?: object, headers: Record<string, string> = {}, place = '') =>
  product.get(`/_releases/local-builds${place}`, { method, ...(body ? { body: JSON.stringify(body) } : {}), headers });
const asTeam = () => ({ authorization: `Bearer ${token}` });
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
const registryWith = async (cookie: string) => (await (await product.get('/registry.json', { headers: { cookie } })).json()) as Registry;

beforeEach(async () => {
  product = await startTestProduct({ signingKey: 'the key of this product' });
  token = await issueTeamToken(path.join(product.folder, 'store'), { name: 'dashboard-team', apps: ['mfe-dashboard'] });
});
afterEach(() => product.end());

it('gives one browser the local build and adds its origin to that browser’s policy only', async () => {
  const cookie = cookieOf(await request('PUT', build, asTeam()));
  expect(await registryWith(cookie)).toMatchObject({ local: { 'mfe-dashboard': address } });
  const mine = await product.get('/', { headers: { cookie } });
  const policy = mine.headers.get('content-security-policy');
  for (const directive of ['script-src', 'connect-src', 'img-src']) expect(policy).toContain(`${directive} 'self' http://localhost:7700`);
  expect(policy).toContain("object-src 'none'");
  expect(mine.headers.get('vary')).toContain('Cookie');
  expect(await mine.text()).toContain('"local":{"mfe-dashboard"');
  // Everybody else gets the live build.
  const others = await product.get('/');
  expect(others.headers.get('content-security-policy')).not.toContain('7700');
  expect(others.headers.get('etag')).not.toBe(mine.headers.get('etag'));
  expect(await registryWith('')).not.toHaveProperty('local');
});

it.each(['addon-gate', 'module-library'])('gives one browser a build of %s too', async (app) => {
  const team = await issueTeamToken(path.join(product.folder, 'store'), { name: `${app}-team`, apps: [app] });
  const local = { app, address: `http://localhost:7700/${app}/` };
  const cookie = cookieOf(await request('PUT', local, { authorization: `Bearer ${team}` }));
  expect(await registryWith(cookie)).toMatchObject({ local: { [app]: local.address } });
  expect((await request('PUT', local, asTeam())).status).toBe(403);
});

it('can be ended by anybody who has it', async () => {
  const ended = await request('DELETE');
  expect(ended.status).toBe(204);
  expect(ended.headers.get('set-cookie')).toMatch(/^masomo_builds=;.*Max-Age=0/);
});

it('is for callers who may release the app, and for addresses of their own machine', async () => {
  expect((await request('PUT', build)).status).toBe(401);
  expect((await request('PUT', build, { authorization: 'Bearer mrt_wrong' })).status).toBe(401);
  expect((await request('PUT', { ...build, app: 'mfe-marketing' }, asTeam())).status).toBe(403);
  for (const elsewhere of [
    'https://evil.example/',
    'http://localhost.evil.example/',
    'http://localhost@evil.example/',
    'http://me@localhost:7700/',
    'http://localhost:7700/a',
    'javascript:alert(1)//',
  ]) {
    expect([elsewhere, (await request('PUT', { ...build, address: elsewhere }, asTeam())).status]).toEqual([elsewhere, 400]);
  }
  expect((await request('PUT', { app: '__proto__', address }, asTeam())).status).toBe(400);
});

it('accepts only its own cookie: none forged, altered, expired, or signed for another purpose', async () => {
  const own = createSigner('the key of this product');
  const local = { 'mfe-dashboard': address };
  const real = own.sign('local builds', local, 60);
  expect(await registryWith(`masomo_builds=${real}`)).toHaveProperty('local');
  const others = createSigner('another key').sign('local builds', local, 60);
  const old = createSigner('the key of this product', () => Date.now() - 100_000).sign('local builds', local, 60);
  const evil = own.sign('local builds', { 'mfe-dashboard': 'https://evil.example/' }, 60);
  for (const forged of [
    others,
    old,
    evil,
    own.sign('invitation to a local build', local, 60),
    `${real.slice(0, 20)}A${real.slice(21)}`,
    real.split('.')[0] ?? '',
    'x',
  ]) {
    expect(await registryWith(`masomo_builds=${forged}`)).not.toHaveProperty('local');
  }
});

it('invites a browser by a link that asks for confirmation, which no other site can submit', async () => {
  const { path: link } = (await (await request('POST', build, asTeam(), '/invitations')).json()) as { path: string };
  const confirmation = await product.get(link);
  expect(confirmation.headers.get('set-cookie')).toBeNull();
  expect(await confirmation.text()).toContain(address);
  const accept = (invitation: string, site: string) =>
    product.get('/_releases/local-builds/accept', {
      method: 'POST',
      body: new URLSearchParams({ invitation }),
      headers: { 'sec-fetch-site': site },
    });
  const invitation = new URL(link, 'http://x').searchParams.get('invitation') ?? '';
  expect((await accept(invitation, 'cross-site')).status).toBe(403);
  expect((await accept('forged.signature', 'same-origin')).status).toBe(403);
  const accepted = await accept(invitation, 'same-origin');
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/']);
  expect(await registryWith(cookieOf(accepted))).toHaveProperty('local');
});
