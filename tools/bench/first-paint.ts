import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../e2e/chromium.ts';
import { startProduct } from '../../e2e/startProduct.ts';
import type { Finding } from '../measure/benchmark.ts';
import { ratioAtMost } from '../measure/benchmark.ts';
import { firstVisit, scriptsRun, type FirstVisit } from '../measure/firstVisit.ts';
import { interleave, quantile } from '../measure/interleave.ts';
import { pageParts } from '../measure/pageParts.ts';
import { buildReference, serveFolder } from '../measure/referenceSites.ts';
import { openSlowNetwork } from '../measure/slowNetwork.ts';

export const description = 'The first visit of / and /pricing on a slow phone, beside the same pages as an Astro site without scripts and as a Next static export.';

const rounds = 15;
const addresses = ['', 'pricing'];
/** What fits a new connection's first ten segments. */
const firstFlight = 14.6;

/** An answer as it comes over the wire. */
const onTheWire = (url: string) => new Promise<Buffer>((resolve, reject) => {
  request(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  }).on('error', reject).end();
});

/** The document once the gateway has had the time to encode it as well as it can. */
async function settledDocument(url: string): Promise<{ html: string; wire: number }> {
  let last = (await onTheWire(url)).length;
  for (let tries = 0; tries < 20; tries += 1) {
    await wait(500);
    const body = await onTheWire(url);
    if (body.length === last && tries > 3) return { html: brotliDecompressSync(body).toString(), wire: last };
    last = body.length;
  }
  throw new Error(`${url} is another one at every visit.`);
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-bench-first-paint-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const documents = await Promise.all(addresses.map((slug) => settledDocument(`${origin}/${slug}`)));
    const pages = documents.map(({ html }, n) => pageParts(addresses[n] ?? '', html));
    const ports: Record<'masomo' | 'astro' | 'next', number> = { masomo: Number(new URL(origin).port), astro: 0, next: 0 };
    for (const site of ['astro', 'next'] as const) {
      log(`building the same pages with ${site}`);
      const served = await serveFolder(await buildReference(site, pages, origin, path.join(folder, site)));
      closing.push(() => served.close());
      ports[site] = served.port;
    }
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const findings: Finding[] = documents.slice(0, 1).map(({ wire }) => ({
      what: 'HTML of / with its styles, on the wire', measured: `${(wire / 1024).toFixed(2)} KB`, limit: `${firstFlight} KB`, holds: wire <= firstFlight * 1024,
    }));
    for (const slug of addresses) {
      const visits: Record<string, FirstVisit[]> = { masomo: [], astro: [], next: [] };
      const visit = (site: keyof typeof ports) => async () => {
        const line = await openSlowNetwork({ to: ports[site] });
        try {
          visits[site]?.push(await firstVisit(browser, `http://localhost:${line.port}/${slug}`));
        } finally {
          await line.close();
        }
      };
      const warmUp = 1;
      await interleave({ masomo: visit('masomo'), astro: visit('astro'), next: visit('next') }, { rounds, warmUp });
      const median = (site: keyof typeof ports, what: keyof FirstVisit) => quantile((visits[site] ?? []).slice(warmUp).map((seen) => seen[what]), 0.5);
      for (const site of ['masomo', 'astro', 'next'] as const) {
        log(`/${slug} ${site.padEnd(6)} LCP ${median(site, 'lcp').toFixed(0)} ms, blocked ${median(site, 'blocked').toFixed(0)} ms, shift ${Math.max(...(visits[site] ?? []).map((seen) => seen.shift)).toFixed(5)}, scripts run ${(await scriptsRun(browser, `http://localhost:${ports[site]}/${slug}`) / 1024).toFixed(1)} KB (decoded)`);
      }
      const shift = Math.max(...(visits['masomo'] ?? []).map((seen) => seen.shift));
      findings.push(
        ratioAtMost(`/${slug}: largest paint, beside Astro`, median('masomo', 'lcp') / median('astro', 'lcp'), 1.05, `${median('masomo', 'lcp').toFixed(0)} / ${median('astro', 'lcp').toFixed(0)} ms`),
        ratioAtMost(`/${slug}: blocked time, beside Next`, median('masomo', 'blocked') / Math.max(1, median('next', 'blocked')), 0.5, `${median('masomo', 'blocked').toFixed(0)} / ${median('next', 'blocked').toFixed(0)} ms`),
        { what: `/${slug}: layout shift, worst visit`, measured: shift.toFixed(4), limit: '0', holds: shift < 0.00005 },
      );
    }
    return findings;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
