import { chromium } from '@playwright/test';
import { ensureChromium } from '../browser/chromium.ts';
import { startProduct } from '../browser/startProduct.ts';
import { ratioAtMost, type Finding } from '../measure/benchmark.ts';
import { measureFirstVisit, type FirstVisit } from '../measure/firstVisit.ts';
import { interleave, quantile } from '../measure/interleave.ts';
import { measureLargestPaint, phoneScreen } from '../measure/largestPaint.ts';
import { readSize } from '../measure/readSize.ts';
import { openSlowNetwork } from '../measure/slowNetwork.ts';
import { serveStaticTwin } from '../measure/staticTwin.ts';

export const description =
  'The first visit to public pages on a slow phone, compared with the same documents without any script (BENCH_VISITS).';

const paths = ['/', '/pricing', '/store'];
const paintRounds = readSize('BENCH_VISITS', 60);
const visitRounds = Math.ceil(paintRounds / 10);
/** The browser's own limit of a long task. */
const longTaskMs = 50;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const { baseUrl, stop } = await startProduct();
  const twin = await serveStaticTwin(baseUrl, paths);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const ports = { masomo: Number(new URL(baseUrl).port), twin: twin.port };
    const findings: Finding[] = [];
    for (const path of paths) {
      const over =
        <Result>(site: keyof typeof ports, measure: (url: string) => Promise<Result>, results: Result[]) =>
        async () => {
          const network = await openSlowNetwork({ port: ports[site] });
          try {
            results.push(await measure(`http://localhost:${network.port}${path}`));
          } finally {
            await network.close();
          }
        };
      const paints: Record<keyof typeof ports, number[]> = { masomo: [], twin: [] };
      const paint = (site: keyof typeof ports) =>
        over(site, (url) => measureLargestPaint({ browser, url, screen: phoneScreen, quietMs: 600 }), paints[site]);
      await interleave({ masomo: paint('masomo'), twin: paint('twin') }, { rounds: paintRounds, warmUp: 0 });
      const visits: Record<keyof typeof ports, FirstVisit[]> = { masomo: [], twin: [] };
      const visit = (site: keyof typeof ports) => over(site, (url) => measureFirstVisit(browser, url), visits[site]);
      await interleave({ masomo: visit('masomo'), twin: visit('twin') }, { rounds: visitRounds, warmUp: 0 });
      const [mine, theirs] = [quantile(paints.masomo, 0.5), quantile(paints.twin, 0.5)];
      const longest = (site: keyof typeof ports) =>
        quantile(
          visits[site].map(({ longestTaskMs }) => longestTaskMs),
          0.5,
        );
      for (const site of ['masomo', 'twin'] as const)
        log(`${path} ${site}: blocking ${visits[site].map(({ blockingMs }) => blockingMs.toFixed(0)).join(' ')} ms`);
      findings.push(
        ratioAtMost(`${path}: largest paint vs. without scripts`, mine / theirs, 1.03, `${mine.toFixed(0)} / ${theirs.toFixed(0)} ms`),
        {
          what: `${path}: longest task after the first paint, in 5 s`,
          measured: `${longest('masomo').toFixed(0)} ms (without scripts ${longest('twin').toFixed(0)} ms)`,
          limit: `${longTaskMs} ms`,
          isWithinLimit: longest('masomo') <= longTaskMs,
        },
      );
    }
    return findings;
  } finally {
    await browser.close();
    await twin.close();
    await stop();
  }
}
