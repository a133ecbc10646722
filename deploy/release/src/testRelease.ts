import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FacadeExports, ReleaseManifest } from '@masomo/contracts/release';
import type { RemoteManifest, RouteAccess } from '@masomo/contracts/remoteManifest';

type Options = {
  app: string;
  version: string;
  files?: Record<string, string>;
  needs?: FacadeExports;
  offers?: FacadeExports;
  owns?: string[];
  routes?: string[];
  /** Query parameters that every route declares. */
  query?: string[];
  /** Features of which a school needs one: makes it an add-on. */
  requires?: string[];
  access?: RouteAccess;
  menu?: RemoteManifest['menu'];
  firstReads?: RemoteManifest['firstReads'];
  screens?: Record<string, string[]>;
  opening?: string[];
  facadeFiles?: ReleaseManifest['facadeFiles'];
  screenFacades?: ReleaseManifest['screenFacades'];
  server?: string;
  compressed?: string[];
};

/** Writes a build folder like `npm run build`, for tests. */
export async function writeBuild(
  parent: string,
  {
    app,
    version,
    files = {},
    needs,
    offers,
    owns = [`/${app.replace('mfe-', '')}`],
    routes = owns,
    query,
    requires,
    access = 'anyone',
    menu = [],
    firstReads,
    screens,
    opening,
    facadeFiles,
    screenFacades,
    server,
    compressed = [],
  }: Options,
): Promise<string> {
  const folder = path.join(parent, `${app}-${version}`);
  const entry = app === 'shell' ? 'js/main.js' : 'remoteEntry.js';
  const contents: Record<string, string> = {
    [entry]: `// ${app} ${version}`,
    ...(server ? { 'server/server.cjs': server } : {}),
    ...files,
  };
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  for (const name of compressed) {
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(contents[name] ?? ''));
    await writeFile(path.join(folder, `${name}.gz`), gzipSync(contents[name] ?? ''));
  }
  const release: ReleaseManifest = {
    app,
    version,
    entry,
    initial: [entry],
    ...(server ? { server: 'server/server.cjs' } : {}),
    ...(screens ? { screens } : {}),
    ...(opening ? { opening } : {}),
    ...(facadeFiles ? { facadeFiles } : {}),
    ...(screenFacades ? { screenFacades } : {}),
    files: Object.fromEntries(
      Object.entries(contents).map(([name, content]) => [
        name,
        { size: Buffer.byteLength(content), integrity: `sha384-${createHash('sha384').update(content).digest('base64')}` },
      ]),
    ),
    ...(app === 'shell'
      ? { offers: offers ?? {} }
      : {
          needs: needs ?? {},
          manifest: {
            name: app,
            owns,
            routes: routes.map((route) => ({
              path: route,
              layout: 'public',
              access,
              ...(query ? { query } : {}),
            })),
            menu,
            ...(firstReads ? { firstReads } : {}),
            prerender: server !== undefined,
            ...(requires ? { requires } : {}),
          },
        }),
  };
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}

/** A valid version with a readable number in it. */
export const versionNumber = (n: number) => `0.1.0-${String(n).padStart(10, '0')}`;
