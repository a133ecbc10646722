import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addressLanguages } from '@masomo/contracts/languages';
import type { FacadeExports } from '@masomo/contracts/release';
import { addonPictures } from './addonPictures.ts';
import { facades, isShared } from './facades.ts';
import { catalogueFilesOf, textsFromModules } from './messages/compileCatalogue.ts';
import { isPseudo } from './messages/pseudoText.ts';
import { lockedPackages } from './sources/lockedPackages.ts';
import { readScreens, type ScreenImports } from './sources/readScreens.ts';
import { resolveImport } from './sources/resolveImport.ts';
import { walkSources, type SourceGraph } from './sources/sourceGraph.ts';
import { folderOf, readPackage, sourcesOf, type App } from './workspace.ts';
import { root } from '../root.ts';

/** `fast` skips minification, to keep rebuilds short during development. */
export type BuildMode = 'release' | 'fast';

/** The inputs of an app's build, determined from its sources without compiling. */
export type AppSources = {
  app: App;
  /** `<package version>-<ten hex digits of a hash over all inputs>`. */
  version: string;
  browserEntry: string;
  /** What an add-on puts into the slots of other screens. */
  extensionsEntry: string | undefined;
  /** Present when the app renders on the server. */
  serverEntry: string | undefined;
  /** The shell's service worker. */
  workerEntry: string | undefined;
  /** Names the browser build imports from each facade; empty for the shell. */
  needs: FacadeExports;
  /** Lazy-loaded screens and the modules they are in; empty for the shell. */
  screens: ScreenImports;
  /** Source files in the build, relative to the repository root. */
  files: readonly string[];
  /** Packages that any of the builds imports. */
  packages: readonly string[];
  /** Those of each build that may have texts. */
  texts: { browser: readonly string[]; server: readonly string[] };
};

const tooling = [
  '@rspack/core',
  '@module-federation/enhanced',
  '@babel/core',
  '@lingui/babel-plugin-lingui-macro',
  '@lingui/message-utils',
  'pofile-ts',
];

function firstExisting(folder: string, names: readonly string[]): string | undefined {
  return names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
}

function fingerprintedBuildFiles(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) =>
      /^(addonPictures|base|billOfMaterials|chunkIntegrity|chunkPrefetchPlugin|compileApp|facades|chunkQueryPlugin|(?:libraries|messages)\/(?!.*\.test\.)\w+|readStats|shellConfig|remoteConfig|serverConfig|writeRelease)\.ts$/.test(
        name.replaceAll(path.sep, '/'),
      ),
    )
    .sort();
}

/** Reads an app's sources and computes its version; equal sources give the same version on any machine. */
export function readAppSources(app: App, mode: BuildMode = 'release'): AppSources {
  const folder = path.join(root, sourcesOf(app));
  const isHost = app === 'shell';
  const browserEntry = firstExisting(folder, isHost ? ['index.ts'] : ['remote.ts', 'remote.tsx']);
  if (!browserEntry) throw new Error(`${sourcesOf(app)} has no ${isHost ? 'index' : 'remote'}.ts.`);
  const serverEntry = firstExisting(folder, ['server.ts', 'server.tsx']);
  const extensionsEntry = isHost ? undefined : firstExisting(folder, ['extensions.ts']);
  const browser = walkSources([browserEntry, ...(extensionsEntry ? [extensionsEntry] : [])], isHost ? () => false : isShared);
  if (!isHost) assertNoCopies(app, browser);
  const server = serverEntry ? walkSources([serverEntry], () => false) : undefined;
  const workerEntry = isHost ? firstExisting(folder, ['serviceWorker.ts']) : undefined;
  const worker = workerEntry ? walkSources([workerEntry], () => false) : undefined;
  const { version } = readPackage(path.join(root, folderOf(app)));
  return {
    app,
    version: `${version}-${fingerprint(app, mode, { browser, server, worker })}`,
    browserEntry,
    extensionsEntry,
    serverEntry,
    workerEntry,
    needs: selectFacades(browser.externalNames),
    screens: isHost ? {} : findScreens(app, browser),
    packages: [...new Set([browser, server, worker].flatMap((graph) => [...(graph?.packages ?? [])]))].sort(),
    texts: { browser: [...browser.files.keys()], server: [...(server?.files.keys() ?? [])] },
    files: [...new Set([...browser.files.keys(), ...(server?.files.keys() ?? []), ...(worker?.files.keys() ?? [])])].sort(),
  };
}

/** The lazy-loaded screens declared in an app's own sources. */
function findScreens(app: App, { files }: SourceGraph): ScreenImports {
  const own = [...files.keys()].filter((file) => file.startsWith(`${sourcesOf(app)}/`) && /\.tsx?$/.test(file)).sort();
  return Object.assign({}, ...own.map((file) => readScreens(file, readFileSync(path.join(root, file), 'utf8')))) as ScreenImports;
}

/** The source files of the facades, without the packages they import. */
function facadeFiles(): Set<string> {
  const entries = facades.flatMap(({ name }) => {
    const target = resolveImport(name, root);
    return target && 'file' in target ? [target.file] : [];
  });
  return new Set(walkSources(entries, (specifier) => !specifier.startsWith('.')).files.keys());
}

/** Rejects importing a facade's file directly, which would bundle a second copy with separate state. */
function assertNoCopies(app: App, { files }: SourceGraph): void {
  const sharedFiles = facadeFiles();
  const copies = [...files.keys()].filter((file) => sharedFiles.has(file));
  if (copies.length > 0)
    throw new Error(`${app} would compile a second copy of ${copies.join(', ')}. Import the facade by its package name instead.`);
}

/** Drops React's entries, which are the same version everywhere; only the product's facades differ between releases. */
function selectFacades(namesTaken: FacadeExports): FacadeExports {
  for (const [facade, names] of Object.entries(namesTaken)) {
    if (facade.startsWith('@masomo/') && names.includes('*'))
      throw new Error(`Import single names from ${facade}, not its namespace: a release lists the names it needs.`);
  }
  return Object.fromEntries(Object.entries(namesTaken).filter(([facade]) => facade.startsWith('@masomo/')));
}

function fingerprint(app: App, mode: BuildMode, graphs: Readonly<Record<string, SourceGraph | undefined>>): string {
  const hash = createHash('sha256').update(`${app} ${mode}${isPseudo ? ' pseudo' : ''}\n`);
  const add = (title: string, lines: Iterable<string>) => hash.update(`${title}\n${[...lines].sort().join('\n')}\n`);
  for (const [title, graph] of Object.entries(graphs)) {
    if (!graph) continue;
    add(
      title,
      [...graph.files].map(([file, content]) => `${file} ${content}`),
    );
    add('packages', lockedPackages(graph.packages));
    add('texts', [
      ...catalogueFilesOf(graph.files.keys(), addressLanguages).map(fileLine),
      ...textsFromModules(graph.files.keys(), addressLanguages),
    ]);
  }
  add(
    'pictures',
    addonPictures(app).map((file) => fileLine(path.join(root, file))),
  );
  add('tooling', lockedPackages(tooling));
  add(
    'build',
    [
      ...fingerprintedBuildFiles().map((name) => path.join(import.meta.dirname, name)),
      path.join(root, folderOf(app), 'rspack.config.ts'),
    ].map(fileLine),
  );
  return hash.digest('hex').slice(0, 10);
}

function fileLine(file: string): string {
  return `${path.relative(root, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
