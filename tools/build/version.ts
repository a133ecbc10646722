import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FacadeExports } from '@masomo/contracts/release';
import { facades, isShared } from './facades.ts';
import { lockedPackages } from './sources/lockedPackages.ts';
import { readScreens, type ScreenImports } from './sources/readScreens.ts';
import { resolveImport } from './sources/resolveImport.ts';
import { walkSources, type SourceGraph } from './sources/sourceGraph.ts';
import { readPackage, root, type App } from './workspace.ts';

/** `fast` leaves out minification, for a short wait while developing. */
export type BuildMode = 'release' | 'fast';

/** What a build of an app would be, found from its sources alone. */
export type AppSources = {
  app: App;
  /** `<package version>-<ten hex digits over everything compiled in>`. */
  version: string;
  browserEntry: string;
  /** Present when the app renders on the server. */
  serverEntry: string | undefined;
  /** The shell's service worker. */
  workerEntry: string | undefined;
  /** Names the browser build imports from what the shell offers; empty for the shell. */
  needs: FacadeExports;
  /** Screens that are fetched when they are opened, and the modules they are in; empty for the shell. */
  screens: ScreenImports;
  /** Files compiled in, from the repository's root. */
  files: readonly string[];
};

const tooling = ['@rspack/core', '@module-federation/enhanced'];

function firstExisting(folder: string, names: readonly string[]): string | undefined {
  return names.map((name) => path.join(folder, 'src', name)).find((file) => existsSync(file));
}

function fingerprintedBuildFiles(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) =>
      /^(base|chunkIntegrity|compileApp|facades|freshAddress|readStats|shellConfig|remoteConfig|serverConfig)\.ts$/.test(name),
    )
    .sort();
}

/** Reads an app's sources and computes its version: equal sources give an equal version on any machine. */
export function readAppSources(app: App, mode: BuildMode = 'release'): AppSources {
  const folder = path.join(root, app);
  const isHost = app === 'shell';
  const browserEntry = firstExisting(folder, isHost ? ['index.ts'] : ['remote.ts', 'remote.tsx']);
  if (!browserEntry) throw new Error(`${app} has no src/${isHost ? 'index' : 'remote'}.ts.`);
  const serverEntry = firstExisting(folder, ['server.ts', 'server.tsx']);
  const browser = walkSources([browserEntry], isHost ? () => false : isShared);
  if (!isHost) assertNoCopies(app, browser);
  const server = serverEntry ? walkSources([serverEntry], () => false) : undefined;
  const workerEntry = isHost ? firstExisting(folder, ['serviceWorker.ts']) : undefined;
  const worker = workerEntry ? walkSources([workerEntry], () => false) : undefined;
  const { version } = readPackage(folder);
  return {
    app,
    version: `${version}-${fingerprint(app, mode, { browser, server, worker })}`,
    browserEntry,
    serverEntry,
    workerEntry,
    needs: selectFacades(browser.externalNames),
    screens: isHost ? {} : findScreens(app, browser),
    files: [...new Set([...browser.files.keys(), ...(server?.files.keys() ?? []), ...(worker?.files.keys() ?? [])])].sort(),
  };
}

/** The screens an app's own sources fetch when they are opened. */
function findScreens(app: App, { files }: SourceGraph): ScreenImports {
  const own = [...files.keys()].filter((file) => file.startsWith(`${app}/src/`) && /\.tsx?$/.test(file)).sort();
  return Object.assign({}, ...own.map((file) => readScreens(file, readFileSync(path.join(root, file), 'utf8')))) as ScreenImports;
}

/** The files of the facades themselves, without what they import by name. */
function facadeFiles(): Set<string> {
  const entries = facades.flatMap(({ name }) => {
    const target = resolveImport(name, root);
    return target && 'file' in target ? [target.file] : [];
  });
  return new Set(walkSources(entries, (specifier) => !specifier.startsWith('.')).files.keys());
}

/** A facade's file reached by another way than the facade would be a second copy, with a state of its own. */
function assertNoCopies(app: App, { files }: SourceGraph): void {
  const sharedFiles = facadeFiles();
  const copies = [...files.keys()].filter((file) => sharedFiles.has(file));
  if (copies.length > 0)
    throw new Error(`${app} would compile a second copy of ${copies.join(', ')}. Import the facade by its package name instead.`);
}

/** React's own entries are one version for all; what differs between releases are the product's facades. */
function selectFacades(namesTaken: FacadeExports): FacadeExports {
  for (const [facade, names] of Object.entries(namesTaken)) {
    if (facade.startsWith('@masomo/') && names.includes('*'))
      throw new Error(`Import names from ${facade}, not the whole of it: the release says which names it needs.`);
  }
  return Object.fromEntries(Object.entries(namesTaken).filter(([facade]) => facade.startsWith('@masomo/')));
}

function fingerprint(app: App, mode: BuildMode, graphs: Readonly<Record<string, SourceGraph | undefined>>): string {
  const hash = createHash('sha256').update(`${app} ${mode}\n`);
  const add = (title: string, lines: Iterable<string>) => hash.update(`${title}\n${[...lines].sort().join('\n')}\n`);
  for (const [title, graph] of Object.entries(graphs)) {
    if (!graph) continue;
    add(
      title,
      [...graph.files].map(([file, content]) => `${file} ${content}`),
    );
    add('packages', lockedPackages(graph.packages));
  }
  add('tooling', lockedPackages(tooling));
  add(
    'build',
    [...fingerprintedBuildFiles().map((name) => path.join(import.meta.dirname, name)), path.join(root, app, 'rspack.config.ts')].map(
      fileLine,
    ),
  );
  return hash.digest('hex').slice(0, 10);
}

function fileLine(file: string): string {
  return `${path.relative(root, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
