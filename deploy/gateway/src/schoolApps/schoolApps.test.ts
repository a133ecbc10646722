import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderImage } from '../shareImages/renderImage.ts';
import { startTestProduct, type TestProduct } from '../testGateway.ts';
import { initialsOf } from './appIcons.ts';
import { appAddressOf } from './schoolApp.ts';

const school = '7d0f3c1e-58a3-4c0e-9a52-0c1f1f0c8e11';
const fingerprints = ['AA', 'BB'].map((pair) => Array.from({ length: 32 }, () => pair).join(':'));
const greenfield = {
  school_id: school,
  name: 'Greenfield Academy',
  address: 'greenfield',
  short_name: 'Greenfield',
  color: '#0b5d4b',
  background: '#ffffff',
  crest: null as string | null,
  version: 'aaaaaaaaaaaa',
  package_name: 'ke.ac.greenfield.app' as string | null,
  fingerprints,
};
const lakeside = {
  ...greenfield,
  school_id: school.replace('7d', '8d'),
  name: 'Lakeside School',
  address: 'lakeside',
  short_name: 'Lakeside',
  package_name: null,
  fingerprints: [],
};
type Manifest = { id: string; scope: string; start_url: string; name: string; icons: { src: string; sizes: string; purpose: string }[] };

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  Object.assign(product.backend.apps, { greenfield, lakeside });
});
afterAll(() => product.end());

const at = (host: string, path: string) => product.get(path, { headers: { host } });
const manifestOf = async (host: string) => (await (await at(host, '/manifest.webmanifest')).json()) as Manifest;
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];
const bytesOf = async (path: string) => Buffer.from(await (await product.get(path)).arrayBuffer());

describe('the manifest', () => {
  it('of two schools share neither identity nor scope nor start', async () => {
    const [one, other] = [await manifestOf('greenfield.masomo.test'), await manifestOf('lakeside.masomo.test')];
    expect(one).toMatchObject({
      id: `https://greenfield.masomo.test/?school=${school}`,
      name: 'Greenfield Academy',
      short_name: 'Greenfield',
      scope: 'https://greenfield.masomo.test/',
      start_url: 'https://greenfield.masomo.test/start-app',
      theme_color: '#0b5d4b',
      related_applications: [{ platform: 'play', id: 'ke.ac.greenfield.app' }],
    });
    expect(other).toMatchObject({ name: 'Lakeside School', scope: 'https://lakeside.masomo.test/' });
    expect(other).not.toHaveProperty('related_applications');
    expect(JSON.stringify(other)).not.toContain('reenfield');
  });

  it('is served as one, and that of the site stays at its own host name', async () => {
    const response = await at('greenfield.masomo.test', '/manifest.webmanifest');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    expect(await manifestOf('masomo.test')).toEqual({ name: 'Masomo: schools' });
    const anywhere = await product.get('/_apps/greenfield/manifest.webmanifest');
    expect(await anywhere.json()).toEqual(await manifestOf('greenfield.masomo.test'));
  });

  it.each(['/manifest.webmanifest', '/.well-known/assetlinks.json'])('is missing where no school has an app: %s', async (path) => {
    expect((await at('nobody.masomo.test', path)).status).toBe(404);
    expect((await product.get(`/_apps/nobody${path}`)).status).toBe(404);
  });

  it('waits for a database that does not answer, and that of the site does not', async () => {
    product.backend.isBroken = true;
    expect((await at('unread.masomo.test', '/manifest.webmanifest')).status).toBe(503);
    expect((await at('masomo.test', '/manifest.webmanifest')).status).toBe(200);
    product.backend.isBroken = false;
  });
});

describe('assetlinks.json', () => {
  it('names the school’s own app and both of its keys, as phones read it', async () => {
    const response = await at('greenfield.masomo.test', '/.well-known/assetlinks.json');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: 'ke.ac.greenfield.app', sha256_cert_fingerprints: fingerprints },
      },
    ]);
  });

  it('lets no app open the links of the product itself, nor those of a school without keys', async () => {
    for (const host of ['masomo.test', 'lakeside.masomo.test'])
      expect(await (await at(host, '/.well-known/assetlinks.json')).json()).toEqual([]);
  });
});

describe('the start', () => {
  it.each([
    ['greenfield.masomo.test', 302, '/dashboard/addons/android-app/start'],
    ['nobody.masomo.test', 302, '/dashboard'],
    ['masomo.test', 200, null],
  ])('at %s is %i %s', async (host, status, location) => {
    const response = await at(host, '/start-app');
    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  });
});

describe('an icon', () => {
  it('of each size in the manifest is a PNG of that size, kept for ever', async () => {
    for (const { src, sizes } of (await manifestOf('greenfield.masomo.test')).icons) {
      const { pathname, search } = new URL(src);
      const response = await at('greenfield.masomo.test', pathname + search);
      const png = Buffer.from(await response.arrayBuffer());
      expect(sizeOf(png)).toEqual(['PNG', ...sizes.split('x').map(Number)]);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    expect((await product.get('/_apps/greenfield/icon-192.png?v=older')).headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('shows the crest where there is one that can be read', async () => {
    const initials = await bytesOf('/_apps/greenfield/icon-192.png');
    const tree = { type: 'div' as const, props: { style: { width: '100%', height: '100%', backgroundColor: '#ff0000' } } };
    product.backend.pictures[`${school}/look/crest.png`] = await renderImage(tree, { width: 60, height: 80 });
    Object.assign(product.backend.apps, {
      crested: { ...greenfield, address: 'crested', crest: `${school}/look/crest.png` },
      broken: { ...greenfield, address: 'broken', crest: `${school}/look/gone.png` },
    });
    expect((await bytesOf('/_apps/crested/icon-192.png')).equals(initials)).toBe(false);
    expect((await bytesOf('/_apps/broken/icon-192.png')).equals(initials)).toBe(true);
    // White letters for the status bar of a phone.
    expect((await bytesOf('/_apps/crested/badge-48.png')).equals(await bytesOf('/_apps/greenfield/badge-48.png'))).toBe(true);
    expect((await bytesOf('/_apps/crested/maskable-512.png')).equals(await bytesOf('/_apps/greenfield/maskable-512.png'))).toBe(false);
  });

  it.each(['icon-193.png', 'icon-1e3.png', 'huge-512.png', 'icon-512.svg', 'constructor-48.png', ''])(
    'has no other name: %j',
    async (file) => {
      expect((await product.get(`/_apps/greenfield/${file}`)).status).toBe(404);
    },
  );

  it('has the initials of a name, or of the address where our letters do not fit', () => {
    const of = (name: string) => initialsOf({ name, address: 'hill' });
    expect(['Greenfield Academy', 'st. mary’s girls', '“Uhuru”', 'École Élite', 'مدرسة النور', ''].map(of)).toEqual([
      'GA',
      'SM',
      'U',
      'ÉÉ',
      'H',
      'H',
    ]);
  });
});

describe('the address of an app', () => {
  it.each([
    ['greenfield.masomo.test', 'https://masomo.test', 'greenfield'],
    ['Greenfield.masomo.test:443', 'https://masomo.test', 'greenfield'],
    ['masomo.test', 'https://masomo.test', undefined],
    ['greenfield.masomo.test.evil.test', 'https://masomo.test', undefined],
    ['a.b.masomo.test', 'https://masomo.test', undefined],
    ['notmasomo.test', 'https://masomo.test', undefined],
    ['greenfield.localhost:8220', 'http://localhost:8220', 'greenfield'],
    ['greenfield.localhost:8220', 'http://127.0.0.1:8220', 'greenfield'],
    ['192.168.1.4', 'http://192.168.1.4', undefined],
  ])('%s at %s is %s', (host, origin, address) => expect(appAddressOf(host, origin)).toBe(address));
});
