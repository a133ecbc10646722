// @vitest-environment jsdom
import { unzipSync, strFromU8 } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProjectSource } from './projectTexts.ts';
import { buildProject } from './buildProject.ts';

const pairs = (pair: string) => Array.from({ length: 32 }, () => pair).join(':');
const name = `St. Mary's "Girls" & <Boys> \\ School`;
const source: ProjectSource = {
  app: {
    name,
    address: 'mary',
    shortName: "Mary's",
    color: '#0b5d4b',
    background: '#ffffff',
    hasCrest: true,
    version: 'v1',
    start: 'home',
    asksForMessages: true,
  },
  fields: {
    address: 'mary',
    shortName: "Mary's",
    color: '#0b5d4b',
    background: '#ffffff',
    packageName: 'ke.ac.mary.app',
    uploadFingerprint: pairs('AA'),
    playFingerprint: '',
  },
  number: 7,
  origin: 'https://mary.school.example',
};
const paths: string[] = [];

beforeEach(() =>
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    return new Response(new Uint8Array([1, 2, 3]));
  }),
);
afterEach(() => vi.unstubAllGlobals());

async function files(): Promise<Record<string, string>> {
  const zip = unzipSync(await buildProject(source));
  return Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [path.replace('ke.ac.mary.app/', ''), strFromU8(bytes)]));
}
const xml = (text = '') => new DOMParser().parseFromString(text, 'application/xml');

it('is complete: what its files name is in it', async () => {
  const all = await files();
  const strings = [...xml(all['app/src/main/res/values/strings.xml']).querySelectorAll('string')].map((each) => each.getAttribute('name'));
  const colors = [...xml(all['app/src/main/res/values/colors.xml']).querySelectorAll('color')].map((each) => each.getAttribute('name'));
  const texts = Object.entries(all).filter(([path]) => path.endsWith('.xml'));
  for (const [path, text] of texts) {
    expect(xml(text).querySelector('parsererror'), path).toBeNull();
    for (const [, kind = '', resource = ''] of text.matchAll(/"@(string|color|drawable|mipmap|xml)\/(\w+)"/g)) {
      const isThere =
        kind === 'string'
          ? strings.includes(resource)
          : kind === 'color'
            ? colors.includes(resource)
            : Object.keys(all).some((file) => new RegExp(`/${kind}(-\\w+)*/${resource}\\.(png|xml)$`).test(file));
      expect(isThere, `${path}: @${kind}/${resource}`).toBe(true);
    }
  }
  expect(texts.length).toBeGreaterThanOrEqual(5);
  expect(all['settings.gradle']).toContain("include ':app'");
  expect(all['app/build.gradle']).toMatch(/applicationId 'ke\.ac\.mary\.app'[\s\S]*versionCode 7\n/);
  expect(all['README.md']).toContain('It was not built');
});

it('says the school’s name and address as Android reads them', async () => {
  const all = await files();
  const strings = xml(all['app/src/main/res/values/strings.xml']);
  const said = (key: string) => strings.querySelector(`[name="${key}"]`)?.textContent.trim() ?? '';
  expect(said('app_name')).toBe(`St. Mary\\'s \\"Girls\\" & <Boys> \\\\ School`);
  expect([said('host_name'), said('launch_url')]).toEqual(['mary.school.example', 'https://mary.school.example/start-app']);
  expect(JSON.parse(said('asset_statements').replaceAll('\\"', '"'))).toEqual([
    { relation: ['delegate_permission/common.handle_all_urls'], target: { namespace: 'web', site: 'https://mary.school.example' } },
  ]);
  expect(JSON.parse(all['twa-manifest.json'] ?? '')).toMatchObject({
    packageId: 'ke.ac.mary.app',
    host: 'mary.school.example',
    name,
    startUrl: '/start-app',
    appVersionCode: 7,
    fingerprints: [{ name: 'upload', value: pairs('AA') }],
  });
});

it('asks for icons that the gateway draws', () => {
  const sizes = {
    icon: [48, 72, 96, 144, 192, 300, 450, 600, 900, 1200],
    maskable: [108, 162, 216, 324, 432, 512],
    badge: [24, 36, 48, 72, 96],
  };
  const names = Object.entries(sizes).flatMap(([kind, all]) => all.map((size) => `/_apps/mary/${kind}-${size}.png?v=v1`));
  expect([...new Set(paths)].toSorted()).toEqual(names.toSorted());
});
