import path from 'node:path';
import type { Stats, StatsChunk, StatsCompilation } from '@rspack/core';
import type { FacadeExports } from '@masomo/contracts/release';
import { facades, sharedModules } from './facades.ts';
import { resolveImport } from './sources/resolveImport.ts';
import type { ScreenImports } from './sources/readScreens.ts';
import { root } from '../root.ts';

const statsOptions = {
  all: false,
  chunks: true,
  chunkOrigins: true,
  chunkModules: true,
  entrypoints: true,
  modules: true,
  nestedModules: true,
  providedExports: true,
} as const;

type Origin = { request?: string; moduleName?: string };

const described = new WeakMap<Stats, StatsCompilation>();

/** A build's chunks and modules, described once for all who read them: that takes a second for a large app. */
function describe(stats: Stats): StatsCompilation {
  const description = described.get(stats) ?? stats.toJson(statsOptions);
  described.set(stats, description);
  return description;
}

function scriptsOf(chunk: StatsChunk): string[] {
  return [...(chunk.files ?? [])].filter((file) => file.endsWith('.js'));
}

/** Whether this import makes its chunk part of a first visit. */
export function isFirstVisit({ request = '', moduleName = '' }: Origin, isHost: boolean): boolean {
  if (!isHost) return moduleName === 'container entry';
  if (moduleName === './src/index.ts') return true;
  // Relative dynamic imports of the bootstrap load right after the start, which cannot do without them.
  if (moduleName === './src/bootstrap.tsx') return request.startsWith('./');
  return sharedModules.some(({ name, firstVisit }) => firstVisit && moduleName.startsWith(`provide shared module (default) ${name}@`));
}

/** The scripts of a first visit: the entry first, then those it loads without any user action, largest first. */
export function readInitialFiles(stats: Stats, isHost: boolean): string[] {
  const { chunks = [], entrypoints = {} } = describe(stats);
  const first = Object.values(entrypoints)
    .flatMap((entry) => (entry.assets ?? []).map((asset) => asset.name))
    .filter((file) => file.endsWith('.js'));
  const rest = chunks.filter((chunk) => (chunk.origins ?? []).some((origin) => isFirstVisit(origin, isHost)));
  return [...new Set([...first, ...rest.sort((a, b) => b.size - a.size).flatMap(scriptsOf)])];
}

const facadesOfStaff = facades.filter(({ firstVisit }) => !firstVisit);
const isProvided = (name: string, { moduleName = '' }: Origin) => moduleName.startsWith(`provide shared module (default) ${name}@`);

/** The scripts of the chunks that one of these origins asks for, without the initial ones. */
function scriptsOfOrigins(stats: Stats, initial: readonly string[], isMeant: (origin: Origin) => boolean): string[] {
  const chunks = (describe(stats).chunks ?? []).filter(({ origins = [] }) => (origins as Origin[]).some(isMeant));
  return [...new Set(chunks.flatMap(scriptsOf))].filter((file) => !initial.includes(file)).sort();
}

const scriptsOfFacades = (stats: Stats, initial: readonly string[], isLater: boolean) =>
  scriptsOfOrigins(stats, initial, (origin) =>
    facadesOfStaff.some((facade) => !facade.isLater !== isLater && isProvided(facade.name, origin)),
  );

/** Scripts of the facades that only staff screens need. */
export function readStaffFiles(stats: Stats, initial: readonly string[]): Record<string, string[]> {
  return { '/dashboard/*': scriptsOfFacades(stats, initial, false) };
}

/** Scripts of the facades that screens load after their first paint. */
export function readLaterFiles(stats: Stats, initial: readonly string[]): string[] {
  return scriptsOfFacades(stats, initial, true);
}

/** Scripts of each facade beyond the initial ones (shell). */
export function readFacadeFiles(stats: Stats, initial: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    facadesOfStaff.map(({ name }) => [name, scriptsOfOrigins(stats, initial, (origin) => isProvided(name, origin))]),
  );
}

/** What the shell imports for every signed-in screen: the layout of the dashboard and the database's client. */
const openingImports = new Set(['../layouts/DashboardLayout.tsx', '@supabase/postgrest-js']);

/** Scripts that every signed-in screen runs beyond the initial ones. */
export function readOpeningFiles(stats: Stats, initial: readonly string[]): string[] {
  return scriptsOfOrigins(
    stats,
    initial,
    (origin) => openingImports.has(origin.request ?? '') || isProvided('@masomo/design-system/admin', origin),
  );
}

/** The scripts with an app's texts in other languages than English, which only pages in such a language load. */
export function readCatalogueFiles(stats: Stats): string[] {
  const chunks = (describe(stats).chunks ?? []).filter((chunk) =>
    ((chunk.origins ?? []) as Origin[]).some(({ request = '' }) => /^\.\/catalogues\/\w+\.ts$/.test(request)),
  );
  return [...new Set(chunks.flatMap(scriptsOf))];
}

/**
 * The scripts each screen needs beyond the initial files. `imports` comes from `readScreens`; the bundler keeps the request
 * string as the source wrote it even when it moves the module, so the string identifies the import.
 */
export function readScreenFiles(stats: Stats, imports: ScreenImports, initial: readonly string[]): Record<string, string[]> {
  const filesOf = new Map<string, Set<string>>();
  for (const chunk of describe(stats).chunks ?? []) {
    for (const { request = '' } of (chunk.origins ?? []) as Origin[]) {
      const files = filesOf.get(request) ?? new Set();
      for (const file of scriptsOf(chunk)) if (!initial.includes(file)) files.add(file);
      filesOf.set(request, files);
    }
  }
  return Object.fromEntries(
    Object.entries(imports).flatMap(([screenPath, request]) => {
      const files = [...(filesOf.get(request) ?? [])].sort();
      return files.length > 0 ? [[screenPath, files]] : [];
    }),
  );
}

/** The facades that each screen of a remote imports beyond those of a first visit, with those that the remote itself imports. */
export function readScreenFacades(stats: Stats, imports: ScreenImports): Record<string, string[]> {
  const isConsumed = (name: string, { modules = [] }: StatsChunk) =>
    modules.some((module) => module.moduleType === 'consume-shared-module' && module.name?.includes(`) ${name}@`));
  // Without dependent modules, those of the facades would be counted instead of named.
  const { chunks = [] } = stats.toJson({ ...statsOptions, dependentModules: true, orphanModules: true });
  const facadesAt = (isMeant: (origin: Origin) => boolean) => {
    const loaded = chunks.filter(({ origins = [] }) => (origins as Origin[]).some(isMeant));
    return facadesOfStaff.map(({ name }) => name).filter((name) => loaded.some((chunk) => isConsumed(name, chunk)));
  };
  return Object.fromEntries(
    Object.entries(imports).map(([screenPath, request]) => [
      screenPath,
      facadesAt((origin) => origin.request === request || isFirstVisit(origin, false)),
    ]),
  );
}

/** The names each facade exports in this build of the shell. Throws when the shell does not bundle one. */
export function readOffers(stats: Stats): FacadeExports {
  const exportsOfFile = new Map<string, string[]>();
  for (const chunk of describe(stats).chunks ?? []) {
    for (const module of chunk.modules ?? []) {
      if (module.nameForCondition && Array.isArray(module.providedExports))
        exportsOfFile.set(module.nameForCondition, module.providedExports);
    }
  }
  return Object.fromEntries(
    facades.map(({ name }) => {
      const target = resolveImport(name, root);
      const names = target && 'file' in target ? exportsOfFile.get(path.resolve(target.file)) : undefined;
      if (!names) throw new Error(`The shell does not bundle ${name}: import it in shell/src/sharedModules.ts.`);
      return [name, [...names].sort()];
    }),
  );
}
