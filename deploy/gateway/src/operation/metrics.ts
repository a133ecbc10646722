import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** Counts one request that is under way; call the answer with its status once it is answered. */
  startRequest(kind: RequestKind): (status: number) => void;
  /** What is live, by what the gateway last saw. */
  setRevisions(seen: { registry?: number; content?: number }): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
};

const prefixes = [
  ['/releases/', 'release'],
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'rest'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/', 'functions'],
] as const;
export type RequestKind = (typeof prefixes)[number][1] | 'operation' | 'document';

/** Few kinds, whatever address is asked for: a label must not grow with what strangers type. */
export function kindOf(path: string): RequestKind {
  if (/^\/(healthz|readyz|livez|registry\.json|config\.json)$/.test(path)) return 'operation';
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'document';
}

/** Figures of one gateway, for Prometheus. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'masomo_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'masomo_http_request_seconds',
    help: 'Time until the answer begins.',
    labelNames: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.6, 1.2, 3, 10],
    registers,
  });
  const underWay = new Gauge({ name: 'masomo_http_requests_under_way', help: 'Requests that wait for their answer.', registers });
  const releases = new Gauge({ name: 'masomo_registry_revision', help: 'Number of the change of releases that is served.', registers });
  const content = new Gauge({ name: 'masomo_content_revision', help: 'Number of the change of public content that is served.', registers });
  let hasDefaults = false;
  return {
    startRequest(kind) {
      underWay.inc();
      const end = seconds.startTimer({ kind });
      return (status) => {
        underWay.dec();
        end();
        requests.inc({ kind, status: `${Math.floor(status / 100)}xx` });
      };
    },
    setRevisions(seen) {
      if (seen.registry !== undefined) releases.set(seen.registry);
      if (seen.content !== undefined) content.set(seen.content);
    },
    text() {
      // Memory, event loop, garbage collection: watched from the first question on, not in every test.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
