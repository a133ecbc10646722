import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { brandMark, installationFile, type Installation } from '@masomo/contracts/installation';
import { openFileReleaseStore, promote, publish, type ReleaseStore } from '@masomo/release';
import { versionNumber, writeBuild } from '@masomo/release/testRelease';
import type { Backend } from './backend.ts';
import { createGateway, type Gateway } from './createGateway.ts';
import type { GatewayOptions } from './gatewayOptions.ts';

/** Server build of a shell that renders its remote's markup in a frame. */
export const shellServer = `
exports.documentHead = { scripts: ['document.title'], tags: '<link rel="icon" href="data:,">', screen: 'document.dir' };
exports.renderFrame = ({ outlet, url }) => ({ language: /^\\/sw(?![^/])/.test(url.pathname) ? 'sw' : 'en', html: '<header></header>' + (outlet ? '<div data-prerendered="' + outlet.name + '">' + outlet.html + '</div>' : ''), styles: '<style data-emotion="css a">.a{color:red}</style>', fallback: { settings: 1 } });`;

/** What a shell's build writes for the installed site. */
export const installation: Installation = {
  manifest: { name: `${brandMark}: schools` },
  offline: { html: `<meta charset="utf-8"><title>${brandMark}</title><h1>No connection</h1>`, style: 'h1{color:red}' },
};

/** Server build of a public site, with one page for each outcome of a render. */
export const siteServer = `
const head = (url) => ({ title: 'A <title>', description: 'Said "well"', canonical: url.pathname, ...(url.pathname === '/own' ? { noindex: true } : {}), ...(url.pathname === '/untranslated' ? { languages: ['en'] } : {}), jsonLd: [{ '@type': 'Thing', name: '</script>' }] });
let language;
exports.render = async (requested, db) => {
  language ??= /^\\/sw(?![^/])/.test(requested.pathname) ? 'sw' : 'en';
  const url = new URL(requested.href.replace(/\\/sw(?=\\/|$)/, ''));
  if (url.pathname === '/throws') throw new Error('no such luck');
  if (url.pathname === '/hangs') for (;;);
  if (url.pathname === '/moved') return { status: 301, head: head(url), html: '', styles: '', fallback: {}, redirect: '/pricing' };
  const { data } = await db.from('plans').select('name');
  return { ...(url.pathname !== '/english' && { language }), status: url.pathname === '/nowhere' ? 404 : 200, head: head(url), html: '<h1 style="color:red">' + data.map((row) => row.name).join() + '</h1>' + (url.search && '<p>' + url.search + '</p>'), styles: '<style data-emotion="css a">.a{color:red}</style><style data-emotion="css b">.b{color:blue}</style>', fallback: { plans: data } };
};`;

type TestBackend = Backend & {
  revision: number;
  plans: string[];
  isBroken: boolean;
  /** Whether a browser has reported as often as it may. */
  hasReportedEnough: boolean;
  /** Roles by bearer token, as the database knows them. */
  roles: Record<string, string>;
  requests: Request[];
  /** What the database says of the apps of schools, by their address. */
  apps: Record<string, object>;
  /** Stored pictures by their path. */
  pictures: Record<string, Uint8Array<ArrayBuffer>>;
  /** What reading a table waits for. */
  beforeReading: Promise<unknown>;
};

/** A render takes as long as a busy machine needs; tests of the limit set their own. */
const renderLimits = { waitMs: 60_000, hangsAfterMs: 60_000 };

function testBackend(): TestBackend {
  const requests: Request[] = [];
  const echo = async (request: Request) => {
    requests.push(request);
    return Response.json({
      path: new URL(request.url).pathname,
      body: await request.text(),
      forwarded: request.headers.get('x-forwarded-host'),
    });
  };
  const backend: TestBackend = {
    revision: 1,
    plans: ['Basic'],
    isBroken: false,
    hasReportedEnough: false,
    roles: {},
    requests,
    apps: {},
    pictures: {},
    beforeReading: Promise.resolve(),
    auth: echo,
    storage(request) {
      const picture = backend.pictures[new URL(request.url).pathname.split('/school-documents/')[1] ?? ''];
      return picture ? new Response(picture) : echo(request);
    },
    functions: () => {
      throw new Error('down');
    },
    rest: async (request) => {
      requests.push(request);
      if (request.url.includes('content_revision')) return Response.json([{ revision: backend.revision }]);
      if (request.url.endsWith('own_role')) {
        const role = backend.roles[request.headers.get('authorization') ?? ''];
        return Response.json(role ?? { message: 'permission denied' }, { status: role ? 200 : 401 });
      }
      if (request.url.endsWith('_app_at') && !backend.isBroken)
        return Response.json(backend.apps[((await request.json()) as { address: string }).address] ?? null);
      if (backend.hasReportedEnough && request.url.endsWith('report_releases')) return Response.json({ code: 'PT429' }, { status: 429 });
      await backend.beforeReading;
      return backend.isBroken
        ? Response.json({ message: 'no connection' }, { status: 503 })
        : Response.json(backend.plans.map((name) => ({ name })));
    },
    health: async () => ({ database: 'ok' }),
  };
  return backend;
}

export type TestProduct = {
  folder: string;
  store: ReleaseStore;
  backend: TestBackend;
  gateway: Gateway;
  get(path: string, init?: RequestInit): Promise<Response>;
  end(): Promise<void>;
};

/** A gateway over a store with a shell, a public site at `/` and a signed-in remote at `/dashboard`. */
export async function startTestProduct({
  publishableKey = 'sb_publishable_test',
  ...options
}: Partial<GatewayOptions> & { publishableKey?: string } = {}): Promise<TestProduct> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-gateway-'));
  const store = openFileReleaseStore(path.join(folder, 'store'));
  const version = versionNumber(1);
  await publish(
    store,
    await writeBuild(folder, {
      app: 'shell',
      version,
      server: shellServer,
      files: {
        'js/a.js': 'a'.repeat(100),
        'js/staff.js': '// staff',
        'js/fields.js': '// fields',
        'js/tables.js': '// tables',
        'public/sw.js': '// worker',
        [installationFile]: JSON.stringify(installation),
      },
      opening: ['js/staff.js'],
      facadeFiles: { admin: ['js/staff.js'], fields: ['js/fields.js'], tables: ['js/fields.js', 'js/tables.js'] },
      compressed: ['js/a.js'],
    }),
  );
  await publish(
    store,
    await writeBuild(folder, { app: 'mfe-marketing', version, server: siteServer, owns: ['/'], routes: ['/*'], query: ['plan'] }),
  );
  await publish(
    store,
    await writeBuild(folder, {
      app: 'mfe-dashboard',
      version,
      owns: ['/dashboard'],
      routes: ['/dashboard', '/dashboard/marks'],
      access: ['teacher'],
      firstReads: { '/dashboard/marks': [{ path: 'rpc/marks' }] },
      files: { 'js/home.js': '// home', 'js/marks.js': '// marks' },
      screens: { '/dashboard': ['js/home.js'], '/dashboard/marks': ['js/marks.js'] },
      screenFacades: { '/dashboard': [], '/dashboard/marks': ['admin', 'fields', 'tables'] },
    }),
  );
  await promote(
    store,
    ['shell', 'mfe-marketing', 'mfe-dashboard'].map((app) => ({ app, version })),
  );
  const backend = testBackend();
  const gateway = createGateway({
    store,
    backend,
    releases: path.join(folder, 'store'),
    log: pino({ level: 'silent' }),
    origin: 'https://masomo.test',
    config: {
      supabaseUrl: '',
      publishableKey,
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: true,
    },
    renderLimits,
    ...options,
  });
  return {
    folder,
    store,
    backend,
    gateway,
    get: async (address, init) => gateway.fetch(new Request(`http://localhost:8080${address}`, init)),
    async end() {
      await gateway.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export { versionNumber };
