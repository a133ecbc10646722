import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

/** Traces actions where the installation collects traces; its code is no part of a first visit. */
export function startTracing({ tracing }: RuntimeConfig): void {
  if (!tracing) return;
  import('./traceActions.ts').then(
    ({ traceActions }) => traceActions(tracing),
    (error: unknown) => console.warn('Tracing could not be loaded.', error),
  );
}
