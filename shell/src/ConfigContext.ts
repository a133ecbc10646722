import { createContext, use } from 'react';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

export const ConfigContext = createContext<RuntimeConfig | null>(null);

/** The installation's configuration. */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('No configuration: the tree has no ConfigContext.');
  return config;
}
