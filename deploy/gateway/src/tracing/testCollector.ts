import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const valueSchema = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const spansSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: valueSchema })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.number(),
              endTimeUnixNano: z.coerce.number(),
              attributes: z.array(z.object({ key: z.string(), value: valueSchema })),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = {
  service: string;
  trace: string;
  span: string;
  parent: string | undefined;
  name: string;
  ms: number;
  attributes: Record<string, string | number | undefined>;
};
export type TestCollector = { endpoint: string; spans: ReceivedSpan[]; close(): Promise<void> };

const named = (attributes: { key: string; value: z.infer<typeof valueSchema> }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** An OpenTelemetry endpoint that records the spans it receives. */
export async function startTestCollector(): Promise<TestCollector> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        if (request.url !== '/v1/traces') return response.writeHead(404).end();
        for (const { resource, scopeSpans } of spansSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).resourceSpans) {
          const service = String(named(resource.attributes)['service.name']);
          for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
            spans.push({
              service,
              trace: span.traceId,
              span: span.spanId,
              parent: span.parentSpanId || undefined,
              name: span.name,
              ms: (span.endTimeUnixNano - span.startTimeUnixNano) / 1e6,
              attributes: named(span.attributes),
            });
          }
        }
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
