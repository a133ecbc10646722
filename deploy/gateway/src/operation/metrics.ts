import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** Counts a request as in flight until the returned function is called with the response's status. */
  startRequest(kind: RequestKind): (status: number) => void;
  /** Sets the revisions the gateway serves. */
  setRevisions(revisions: { registry?: number; content?: number }): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
};

const prefixes = [
  ['/releases/', 'release'],
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'rest'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/', 'functions'],
  ['/_live', 'operation'],
] as const;
export type RequestKind = (typeof prefixes)[number][1] | 'operation' | 'document';

/** One of a fixed set of kinds: a metric's labels must not grow with the addresses strangers try. */
export function kindOf(path: string): RequestKind {
  if (/^\/(healthz|readyz|livez|registry\.json|config\.json)$/.test(path)) return 'operation';
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'document';
}

/** The metrics of one gateway, for Prometheus. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'masomo_http_requests_total',
    help: 'Requests responded to.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'masomo_http_request_seconds',
    help: 'Time until the response begins.',
    labelNames: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.6, 1.2, 3, 10],
    registers,
  });
  const inFlight = new Gauge({ name: 'masomo_http_requests_in_flight', help: 'Requests that wait for their response.', registers });
  const releases = new Gauge({ name: 'masomo_registry_revision', help: 'Revision of the registry that is served.', registers });
  const content = new Gauge({ name: 'masomo_content_revision', help: 'Revision of the public content that is served.', registers });
  let hasDefaults = false;
  return {
    startRequest(kind) {
      inFlight.inc();
      const end = seconds.startTimer({ kind });
      return (status) => {
        inFlight.dec();
        end();
        requests.inc({ kind, status: `${Math.floor(status / 100)}xx` });
      };
    },
    setRevisions(revisions) {
      if (revisions.registry !== undefined) releases.set(revisions.registry);
      if (revisions.content !== undefined) content.set(revisions.content);
    },
    text() {
      // Memory, event loop and garbage collection are observed from the first scrape on, not in every test.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
