import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats, StatsModule } from '@rspack/core';
import { z } from 'zod';
import { root } from './workspace.ts';

const figuresSchema = z.object({
  /** Brotli bytes of the scripts loaded on a first visit. */
  initial: z.number(),
  /** The share of these that is not the app's own code: container, federation runtime and bundled libraries. */
  overhead: z.number(),
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

/** The fraction of each script that is the app's own code. */
function ownShares(stats: Stats): Map<string, number> {
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkModules: true, modules: true, nestedModules: true });
  const shares = new Map<string, number>();
  for (const chunk of chunks) {
    const modules = leaves(chunk.modules);
    const size = (list: StatsModule[]) => list.reduce((sum, module) => sum + (module.size ?? 0), 0);
    for (const file of chunk.files ?? []) shares.set(file, size(modules.filter(isOwn)) / Math.max(1, size(modules)));
  }
  return shares;
}

/** Measures a finished build and writes the result next to its release manifest. */
export async function writeFigures(folder: string, initial: readonly string[], stats: Stats): Promise<void> {
  const shares = ownShares(stats);
  const figures: Figures = { initial: 0, overhead: 0 };
  for (const file of initial) {
    const { size } = await stat(path.join(folder, `${file}.br`));
    figures.initial += size;
    figures.overhead += Math.round(size * (1 - (shares.get(file) ?? 0)));
  }
  await writeFile(figuresFile(folder), `${JSON.stringify(figures)}\n`);
}

/** Reads the measured sizes of a build. */
export async function readFigures(folder: string): Promise<Figures> {
  return figuresSchema.parse(JSON.parse(await readFile(figuresFile(folder), 'utf8')));
}
