import type { Logger } from 'pino';
import type { Tracing } from '@masomo/gateway/tracing/tracing';
import type { Environment } from '../process/readEnvironment.ts';

/** Starts tracing if the environment configures it; otherwise its code is not even loaded. */
export async function startConfiguredTracing(environment: Environment, log: Logger): Promise<Tracing | undefined> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: sampleRatio,
  } = environment;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import('@masomo/gateway/tracing/startTracing');
  return startTracing({ endpoint, serviceName, sampler, sampleRatio, log });
}
