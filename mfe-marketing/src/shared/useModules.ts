import { listModules, moduleKeys, type Module } from '@masomo/data/site/modules';
import { useSiteQuery } from './useSiteQuery.ts';

export const versions = ['saas', 'standalone'] as const;
export type Version = (typeof versions)[number];

/** The default modules of both versions. */
export function useModules() {
  const { data: modules, error, isLoading, reload } = useSiteQuery(moduleKeys.all(), listModules);
  return { modules, error, isLoading, reload };
}

/** Whether nothing of a module can be used yet. */
export const isInPreparation = ({ points }: Module) => !points.some(({ isReady }) => isReady);
