import path from 'node:path';
import type { Stats } from '@rspack/core';
import type { FacadeExports } from '@masomo/contracts/release';
import { facades, sharedModules } from './facades.ts';
export function readInitialFiles(stats: Stats, isHost: boolean): string[] {
  const json = stats.toJson({ all: false, chunks: true, chunkModules: true, chunkRelations: true, chunkOrigins: true, entrypoints: true, modules: true, providedExports: true, nestedModules: true, ids: true, chunkGroups: true });
  if (process.env['STATS']) require('fs').writeFileSync(process.env['STATS'] + (isHost?'shell':json.name) , JSON.stringify(json, null, 1));
  return [];
}
export function readOffers(stats: Stats): FacadeExports { return {}; }
