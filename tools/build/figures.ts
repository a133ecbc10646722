import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats, StatsChunk, StatsModule } from '@rspack/core';
import { z } from 'zod';
import { readCatalogueFiles } from './readStats.ts';
import { root } from '../root.ts';

const figuresSchema = z.object({
  /** Brotli bytes of the scripts loaded on a first visit. */
  initial: z.number(),
  /** The share of these that is not the app's own code: container, federation runtime and bundled libraries. */
  overhead: z.number(),
  /** The share of the initial scripts that looks up and formats texts, and what they have of other languages than English. */
  texts: z.number(),
  /** Brotli bytes of the scripts with the texts of other languages, loaded by their readers only. */
  translations: z.number(),
  /** Brotli bytes of what the shell provides to staff screens beyond the initial scripts; 0 for remotes. */
  staff: z.number(),
  /** Brotli bytes of what the shell provides to screens after their first paint; 0 for remotes. */
  later: z.number(),
});

/** Script sizes of one build in bytes, compressed as served. */
export type Figures = z.infer<typeof figuresSchema>;

const figuresFile = (folder: string) => path.join(folder, 'figures.json');

/** The app's own code is this repository's sources and the icons its screens use. */
function isOwn(module: StatsModule): boolean {
  const file = module.nameForCondition ?? '';
  return (file.startsWith(root) && !file.includes('/node_modules/')) || file.includes('/node_modules/lucide-react/');
}

function leaves(modules: readonly StatsModule[] | undefined): StatsModule[] {
  return (modules ?? []).flatMap((module) => (module.modules && module.modules.length > 0 ? leaves(module.modules) : [module]));
}

const isOfTexts = (module: StatsModule) => (module.nameForCondition ?? '').startsWith(path.join(root, 'shared/i18n/src/'));

/** Every chunk with all of its modules: without the last two options, rspack sums up most of them in one line without a name. */
const readChunks = (stats: Stats): StatsChunk[] =>
  stats.toJson({
    all: false,
    chunks: true,
    chunkModules: true,
    modules: true,
    nestedModules: true,
    orphanModules: true,
    dependentModules: true,
  }).chunks ?? [];

/** The fraction of each script that is of the modules that `isCounted` accepts. */
function sharesOf(chunks: readonly StatsChunk[], isCounted: (module: StatsModule) => boolean): Map<string, number> {
  const shares = new Map<string, number>();
  for (const chunk of chunks) {
    const modules = leaves(chunk.modules);
    const size = (list: StatsModule[]) => list.reduce((sum, module) => sum + (module.size ?? 0), 0);
    for (const file of chunk.files ?? []) shares.set(file, size(modules.filter(isCounted)) / Math.max(1, size(modules)));
  }
  return shares;
}

type Scripts = { initial: readonly string[]; staff: readonly string[]; later: readonly string[] };

/** Measures a finished build and writes the result next to its release manifest. */
export async function writeFigures(folder: string, { initial, staff, later }: Scripts, stats: Stats): Promise<void> {
  const chunks = readChunks(stats);
  const own = sharesOf(chunks, isOwn);
  const ofTexts = sharesOf(chunks, isOfTexts);
  const sizeOf = async (file: string) => (await stat(path.join(folder, `${file}.br`))).size;
  const figures: Figures = { initial: 0, overhead: 0, texts: 0, translations: 0, staff: 0, later: 0 };
  for (const file of initial) {
    const size = await sizeOf(file);
    figures.initial += size;
    figures.overhead += Math.round(size * (1 - (own.get(file) ?? 0)));
    figures.texts += Math.round(size * (ofTexts.get(file) ?? 0));
  }
  for (const file of staff) figures.staff += await sizeOf(file);
  for (const file of later) figures.later += await sizeOf(file);
  for (const file of readCatalogueFiles(stats)) figures.translations += await sizeOf(file);
  await writeFile(figuresFile(folder), `${JSON.stringify(figures)}\n`);
}

/** Reads the measured sizes of a build. */
export async function readFigures(folder: string): Promise<Figures> {
  return figuresSchema.parse(JSON.parse(await readFile(figuresFile(folder), 'utf8')));
}
