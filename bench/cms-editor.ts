import { atMost, type Finding } from './measure/benchmark.ts';
import { batches, typeInEditor } from './measure/editorTyping.ts';
import { quantile, steadyQuantile } from './measure/interleave.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';

export const description = 'Typing in the CMS editor on a page of 100 blocks at CPU 4x.';

const limitMs = 50;

/** Measures the main-thread time from a keystroke to the frame that shows it. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    const typing = await typeInEditor({ ...product, email: 'superadmin@masomo.test', password: product.password });
    return Object.entries(typing).flatMap(([what, times]) => {
      const p95 = steadyQuantile(times, 0.95, batches);
      log(`${what}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${Math.max(...times).toFixed(1)} ms`);
      return atMost(`keystroke in ${what}, p95`, p95, limitMs);
    });
  } finally {
    await product.stop();
  }
}
