import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { chromium } from '@playwright/test';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { startProduct } from '@masomo/tools/browser/startProduct.ts';
import type { Finding } from './measure/benchmark.ts';
import { ratioAtMost } from './measure/benchmark.ts';
import { measureFirstVisit, measureScriptsRun, type FirstVisit } from './measure/firstVisit.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { measureLargestPaint, phoneScreen } from './measure/largestPaint.ts';
import { readPageContent } from './measure/pageContent.ts';
import { buildReference, serveFolder } from './measure/referenceSites.ts';
import { openSlowNetwork } from './measure/slowNetwork.ts';

export const description =
  'The first visit to / and /pricing on a slow phone, compared with the same pages built by Astro without scripts and as a Next static export.';

const paintRounds = 60;
const visitRounds = 6;
const warmUp = 1;
const slugs = ['', 'pricing'];
/** Bytes that fit TCP's initial congestion window of ten segments. */
const initialWindowKb = 14.6;

/** Fetches a document without decoding its brotli encoding. */
const fetchCompressed = (url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks)))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });

/** Fetches the document once its size is stable, because the gateway first serves a fast encoding and improves it in the background. */
async function fetchSettledDocument(url: string): Promise<{ html: string; wire: number }> {
  let last = (await fetchCompressed(url)).length;
  for (let tries = 0; tries < 20; tries += 1) {
    await wait(500);
    const body = await fetchCompressed(url);
    if (body.length === last && tries > 3) return { html: brotliDecompressSync(body).toString(), wire: last };
    last = body.length;
  }
  throw new Error(`${url} keeps changing in size.`);
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-bench-first-paint-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const documents = await Promise.all(slugs.map((slug) => fetchSettledDocument(`${origin}/${slug}`)));
    const pages = documents.map(({ html }, n) => readPageContent(slugs[n] ?? '', html));
    const ports: Record<'masomo' | 'astro' | 'next', number> = { masomo: Number(new URL(origin).port), astro: 0, next: 0 };
    for (const site of ['astro', 'next'] as const) {
      log(`building the reference pages with ${site}`);
      const served = await serveFolder(await buildReference(site, pages, origin, path.join(folder, site)));
      closing.push(() => served.close());
      ports[site] = served.port;
    }
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const findings: Finding[] = documents.slice(0, 1).map(({ wire }) => ({
      what: 'HTML of / with inline styles, compressed',
      measured: `${(wire / 1024).toFixed(2)} KB`,
      limit: `${initialWindowKb} KB`,
      isWithinLimit: wire <= initialWindowKb * 1024,
    }));
    for (const slug of slugs) {
      const overSlowNetwork =
        <Result>(site: keyof typeof ports, measure: (url: string) => Promise<Result>, results: Result[]) =>
        async () => {
          const network = await openSlowNetwork({ port: ports[site] });
          try {
            results.push(await measure(`http://localhost:${network.port}/${slug}`));
          } finally {
            await network.close();
          }
        };
      // Paint times differ little and need many short visits; blocking time and layout shift need fewer, longer ones.
      const paints: Record<'masomo' | 'astro', number[]> = { masomo: [], astro: [] };
      const paint = (site: keyof typeof paints) =>
        overSlowNetwork(site, (url) => measureLargestPaint({ browser, url, screen: phoneScreen, quietMs: 600 }), paints[site]);
      await interleave({ masomo: paint('masomo'), astro: paint('astro') }, { rounds: paintRounds, warmUp });
      const visits: Record<keyof typeof ports, FirstVisit[]> = { masomo: [], astro: [], next: [] };
      const visit = (site: keyof typeof ports) => overSlowNetwork(site, (url) => measureFirstVisit(browser, url), visits[site]);
      await interleave({ masomo: visit('masomo'), astro: visit('astro'), next: visit('next') }, { rounds: visitRounds, warmUp });
      const medianPaint = (site: keyof typeof paints) => quantile(paints[site].slice(warmUp), 0.5);
      const medianBlocking = (site: keyof typeof ports) =>
        quantile(
          visits[site].slice(warmUp).map((visit) => visit.blockingMs),
          0.5,
        );
      const shift = Math.max(...visits.masomo.map((visit) => visit.layoutShift));
      log(`/${slug} largest paint: ${medianPaint('masomo').toFixed(0)} ms, astro ${medianPaint('astro').toFixed(0)} ms`);
      for (const site of ['masomo', 'astro', 'next'] as const) {
        const script = await measureScriptsRun(browser, `http://localhost:${ports[site]}/${slug}`);
        log(
          `/${slug} ${site.padEnd(6)} blocking time ${medianBlocking(site).toFixed(0)} ms, scripts run ${(script / 1024).toFixed(1)} KB (uncompressed)`,
        );
      }
      findings.push(
        ratioAtMost(
          `/${slug}: largest paint vs. Astro`,
          medianPaint('masomo') / medianPaint('astro'),
          1.05,
          `${medianPaint('masomo').toFixed(0)} / ${medianPaint('astro').toFixed(0)} ms, medians of ${paintRounds}`,
        ),
        ratioAtMost(
          `/${slug}: total blocking time vs. Next`,
          medianBlocking('masomo') / Math.max(1, medianBlocking('next')),
          0.5,
          `${medianBlocking('masomo').toFixed(0)} / ${medianBlocking('next').toFixed(0)} ms`,
        ),
        { what: `/${slug}: layout shift, highest of all visits`, measured: shift.toFixed(4), limit: '0', isWithinLimit: shift < 0.00005 },
      );
    }
    return findings;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
