import type { Logger } from 'pino';
import type { Tracing } from '@masomo/gateway/tracing/tracing';
import type { Environment } from '../process/readEnvironment.ts';

/** Tracing as the environment asks for it. Its code is loaded only then. */
export async function startConfiguredTracing(environment: Environment, log: Logger): Promise<Tracing | undefined> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
  } = environment;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import('@masomo/gateway/tracing/startTracing');
  return startTracing({ endpoint, serviceName, sampler, share, log });
}
