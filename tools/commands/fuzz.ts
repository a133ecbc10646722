import { parseArgs } from 'node:util';
import { z } from 'zod';
import { accounts } from '../browser/demoAccounts.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { openProduct } from '../browser/openProduct.ts';

const usage = `npm run fuzz [-- --count 10000] [--seed 1]

Starts the product with demonstration data and sends it requests that no screen sends, as every role: odd encodings, wrong types,
oversized bodies, to every route, table and function. Exits with status 1 when one is answered with 5xx or with a text from inside,
or when the product grows beyond its limit. The same seed sends the same requests.`;

/** Memory of all processes but PostgreSQL's after the run, in megabytes. */
const maxMegabytes = 1_500;
const numberSchema = z.coerce.number().int().min(1);

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) console.log(usage);
else await run(numberSchema.parse(values.count), numberSchema.parse(values.seed));

async function run(count: number, seed: number): Promise<void> {
  const product = await openProduct(() => {});
  try {
    const config: unknown = await (await fetch(`${product.origin}/config.json`)).json();
    const { publishableKey } = z.object({ publishableKey: z.string() }).parse(config);
    const before = await product.memory();
    const startedAt = performance.now();
    const { byStatus, findings } = await fuzz({
      origin: product.origin,
      publishableKey,
      emails: Object.values(accounts),
      password: product.password,
      count,
      seed,
    });
    const after = await product.memory();
    for (const { reason, actor, request, answer } of findings.slice(0, 50))
      console.log(`${reason}, as ${actor}\n  ${request}\n  ${answer}`);
    console.log(`${count} requests in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, by status: ${JSON.stringify(byStatus)}`);
    console.log(`memory: ${before.product.toFixed(0)} MB before, ${after.product.toFixed(0)} MB after; limit ${maxMegabytes} MB`);
    console.log(`${findings.length} findings, seed ${seed}`);
    if (findings.length > 0 || after.product > maxMegabytes) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}
