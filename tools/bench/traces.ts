import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { startTestCollector, type ReceivedSpan } from '@masomo/gateway/tracing/testCollector';
import { ensureChromium } from '../browser/chromium.ts';
import type { Finding } from '../measure/benchmark.ts';
import { openProduct } from '../measure/openProduct.ts';

export const description =
  'Distributed tracing: saving in the CMS produces one trace from the click in the browser to the SQL transaction.';

const saveCount = 5;
const timeoutMs = 20_000;

/** Creates pages in a browser, one click each. */
async function savePages(origin: string, password: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext({ baseURL: origin })).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto('/login');
    await page.getByLabel('Email').fill('superadmin@masomo.test');
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    for (let n = 0; n < saveCount; n += 1) {
      await page.goto('/dashboard/cms/pages/new');
      await page.getByLabel('Title').fill(`Traced ${n}`);
      await page.getByLabel('Slug').fill(`traced-${n}`);
      await page.getByRole('button', { name: /^save/i }).click();
      await page.waitForURL(/\/edit$/);
    }
    // Closing the browser right away would lose the last batch of spans, which the page sends on a timer.
    await page.waitForTimeout(5_000);
  } finally {
    await browser.close();
  }
}

/** The span names from the root of the trace down to this span, or null when an ancestor never arrived. */
function pathToRoot(span: ReceivedSpan, all: readonly ReceivedSpan[]): string[] | null {
  if (span.parent === undefined) return [`${span.name} (${span.service})`];
  const parent = all.find((candidate) => candidate.span === span.parent && candidate.trace === span.trace);
  const rest = parent && pathToRoot(parent, all);
  return rest ? [...rest, span.name] : null;
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const collector = await startTestCollector();
  try {
    const product = await openProduct(log, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const transactions = () => collector.spans.filter(({ name }) => name === 'SQL transaction');
    const completeTraces = () =>
      new Set(
        transactions()
          .filter((span) => {
            const way = pathToRoot(span, collector.spans);
            return (
              way !== null && /^(click|submit) \(masomo-browser\)$/.test(way[0] ?? '') && way[1] === 'POST rest' && way[2] === 'POST rest'
            );
          })
          .map(({ trace }) => trace),
      );
    try {
      await savePages(product.origin, product.password);
      for (const until = Date.now() + timeoutMs; completeTraces().size < saveCount && Date.now() < until;) await wait(100);
    } finally {
      await product.stop();
    }
    const [example] = transactions().filter(({ trace }) => completeTraces().has(trace));
    if (example) log(`trace ${example.trace}: ${pathToRoot(example, collector.spans)?.join(' > ')} (${example.ms.toFixed(1)} ms)`);
    const orphans = collector.spans.filter((span) => pathToRoot(span, collector.spans) === null);
    for (const { name, trace, attributes } of orphans.slice(0, 5))
      log(`orphaned span: ${name} ${attributes['url.path'] ?? ''} of ${trace}`);
    return [
      {
        what: 'saves with a complete trace from the click to the SQL transaction',
        measured: `${completeTraces().size} of ${saveCount}`,
        limit: `at least ${saveCount}`,
        isWithinLimit: completeTraces().size >= saveCount,
      },
      {
        what: 'orphaned spans',
        measured: `${orphans.length} of ${collector.spans.length}`,
        limit: '0',
        isWithinLimit: orphans.length === 0,
      },
    ];
  } finally {
    await collector.close();
  }
}
