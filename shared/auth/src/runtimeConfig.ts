import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

let config: RuntimeConfig | undefined;

/** Installed once by the shell, before anything is rendered. */
export function provideConfig(next: RuntimeConfig): void {
  config = next;
}

/** This installation's configuration. Throws when the product was not booted. */
export function getRuntimeConfig(): RuntimeConfig {
  if (!config) throw new Error('No configuration: startAuth() was never called.');
  return config;
}

/** Origin of the Supabase services. */
export function supabaseOrigin(): string {
  return getRuntimeConfig().supabaseUrl || location.origin;
}
