import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stats, StatsModule } from '@rspack/core';
import { z } from 'zod';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { root } from './workspace.ts';

const figuresSchema = z.object({
  /** Brotli bytes of the scripts a first visit runs. */
  initial: z.number(),
  /** The part of them that is not the app's own screens: container, federation runtime and libraries compiled in. */
  overhead: z.number(),
});

/** Sizes of one build's scripts in bytes, compressed as they are served. */
export type Figures = z.infer<typeof figuresSchema>;

const figuresFile = (folder: string) => path.join(folder, 'figures.json');

/** Own are the sources of this repository and the icons drawn in its screens. */
function isOwn(module: StatsModule): boolean {
  const file = module.nameForCondition ?? '';
  return (file.startsWith(root) && !file.includes('/node_modules/')) || file.includes('/node_modules/lucide-react/');
}

function leaves(modules: readonly StatsModule[] | undefined): StatsModule[] {
  return (modules ?? []).flatMap((module) => (module.modules && module.modules.length > 0 ? leaves(module.modules) : [module]));
}

/** Share of own bytes in each script of a build. */
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

/** Measures a finished build and leaves the figures beside it. */
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

/** The figures of a build. */
export async function readFigures(folder: string): Promise<Figures> {
  return figuresSchema.parse(JSON.parse(await readFile(figuresFile(folder), 'utf8')));
}

/** The release a build folder holds. */
export async function readBuiltRelease(folder: string) {
  return releaseManifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
}
