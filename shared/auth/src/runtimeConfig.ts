import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

let config: RuntimeConfig | undefined;

/** Sets the configuration; called once by the shell before the first render. */
export function provideConfig(next: RuntimeConfig): void {
  config = next;
}

/** This installation's configuration. Throws before `provideConfig`. */
export function getRuntimeConfig(): RuntimeConfig {
  if (!config) throw new Error('No configuration: startAuth() was never called.');
  return config;
}

/** Origin of the Supabase services. */
export function supabaseOrigin(): string {
  return getRuntimeConfig().supabaseUrl || location.origin;
}
