import { request } from 'node:http';
import type { Finding } from './measure/benchmark.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';

export const description =
  'CPU time of gateway, PostgREST and PostgreSQL and bytes sent per kind of request; the basis of docs/operations/sizes.md.';

const requestCount = 400;
const concurrency = 8;

type RequestKind = { what: string; path: string; headers?: Record<string, string> };

/** Returns the response body's bytes as transferred; throws unless the status is 2xx or 304. */
function sendRequest(origin: string, { path, headers = {} }: RequestKind): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status < 300 || status === 304) resolve(bytes);
        else reject(new Error(`${path} answered ${status}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function measure(product: Product, kind: RequestKind): Promise<{ node: number; rest: number; database: number; bytes: number }> {
  for (let n = 0; n < 20; n += 1) await sendRequest(product.origin, kind);
  const before = await product.cpuTimeMs();
  let remaining = requestCount;
  let bytes = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (remaining > 0) {
        remaining -= 1;
        const size = await sendRequest(product.origin, kind);
        bytes += size;
      }
    }),
  );
  const after = await product.cpuTimeMs();
  const perRequest = (part: 'node' | 'rest' | 'database') => (after[part] - before[part]) / requestCount;
  return { node: perRequest('node'), rest: perRequest('rest'), database: perRequest('database'), bytes: bytes / requestCount };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    const page = await fetch(`${product.origin}/`);
    if (!(await page.text()).includes('<h1')) throw new Error('The public page was not prerendered: the machine is too busy to measure.');
    const etag = page.headers.get('etag') ?? '';
    const registry = (await (await fetch(`${product.origin}/registry.json`)).json()) as { shell: { base: string; entry: string } };
    const asAdmin = { authorization: `Bearer ${await product.signIn('admin@greenfield.test')}` };
    const asTeacher = { authorization: `Bearer ${await product.signIn('teacher@greenfield.test')}` };
    const kinds: RequestKind[] = [
      { what: 'public page', path: '/' },
      { what: 'public page, not modified', path: '/', headers: { 'if-none-match': etag } },
      { what: 'release file', path: registry.shell.base + registry.shell.entry },
      { what: 'price list', path: '/rest/v1/plans?select=*&is_active=eq.true&order=position' },
      { what: 'dashboard home', path: '/rest/v1/rpc/dashboard_summary', headers: asAdmin },
      { what: 'list of students', path: '/rest/v1/students?select=*&order=admission_number&limit=20', headers: asTeacher },
      {
        what: 'page of orders',
        path: '/rest/v1/rpc/list_orders?page=1&select=id,order_number,customer_name,total_amount,status,order_items(addon_name,quantity)',
        headers: asAdmin,
      },
    ];
    const findings: Finding[] = [];
    for (const kind of kinds) {
      const cost = await measure(product, kind);
      const measured = `${cost.node.toFixed(2)} + ${cost.rest.toFixed(2)} + ${cost.database.toFixed(2)} ms, ${(cost.bytes / 1024).toFixed(1)} KB`;
      log(`${kind.what}: ${measured}`);
      findings.push({
        what: `${kind.what}: CPU of gateway + PostgREST + PostgreSQL, bytes sent`,
        measured,
        limit: '40 ms in total',
        isWithinLimit: cost.node + cost.rest + cost.database <= 40,
      });
    }
    return findings;
  } finally {
    await product.stop();
  }
}
