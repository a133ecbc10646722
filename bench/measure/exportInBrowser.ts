import { chromium } from '@playwright/test';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';

type ExportTarget = { origin: string; email: string; password: string };
export type BrowserExport = {
  rowsPerSecond: number;
  /** The page's heap in megabytes, sampled once a second after garbage collection. */
  heap: number[];
};

/** Runs the order export in a browser until `minRows` rows are written, sampling the page's memory. */
export async function exportInBrowser({ origin, email, password }: ExportTarget, minRows: number): Promise<BrowserExport> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto('/dashboard/store/orders');
    await page.getByRole('row').nth(1).waitFor();
    const devtools = await page.context().newCDPSession(page);
    const heap: number[] = [];
    const startedAt = performance.now();
    await page.getByRole('button', { name: 'Export Orders' }).click();
    for (;;) {
      const progress = await page.getByRole('button', { name: /^Exporting/ }).textContent();
      const rows = Number((/^Exporting ([\d,]+)/.exec(progress ?? '')?.[1] ?? '0').replaceAll(',', ''));
      await devtools.send('HeapProfiler.collectGarbage');
      heap.push((await devtools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20);
      if (rows >= minRows) return { rowsPerSecond: (rows * 1_000) / (performance.now() - startedAt), heap };
      await page.waitForTimeout(1_000);
    }
  } finally {
    await browser.close();
  }
}
