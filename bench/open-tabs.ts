import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { openFileReleaseStore, promote, publish, rollback } from '@masomo/release';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { startProduct } from '@masomo/tools/browser/startProduct.ts';
import { buildChanged, readAppSources } from '@masomo/tools/build/index.ts';
import { ratioAtMost, type Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';
import { openGateway, releaseBuilds } from './measure/openGateway.ts';
import { openTab, type BrowsingTab } from './measure/browsingTab.ts';

export const description =
  '1,000 releases and rollbacks of a remote while 20 tabs navigate in and out of it: no failures, no mixed versions, no memory growth.';

const app = 'mfe-store';
const changeCount = 1_000;
const tabCount = 20;
/** Builds released in turn. A tab keeps every build it has run in memory, so growth is measured after all tabs have run all of them. */
const buildCount = 4;
const changeIntervalMs = 200;
/** Generous, because tabs only refresh the registry when they navigate, and twenty of them share this machine. */
const timeoutMs = 300_000;

/** Builds the same sources under different versions. */
async function buildVariants(tempDir: string): Promise<{ version: string; folder: string }[]> {
  const { compileApp } = await import('@masomo/tools/build/compileApp.ts');
  const sources = readAppSources(app);
  const builds: { version: string; folder: string }[] = [];
  for (let n = 1; n <= buildCount; n += 1) {
    const build = { version: `0.2.0-${n.toString(16).padStart(10, '0')}`, folder: path.join(tempDir, `build-${n}`) };
    await compileApp({ ...sources, version: build.version }, build.folder, 'release');
    builds.push(build);
  }
  return builds;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-open-tabs-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(tempDir, { recursive: true, force: true })];
  try {
    const product = await startProduct();
    closing.push(product.stop);
    const store = openFileReleaseStore(path.join(tempDir, 'releases'));
    await releaseBuilds(store, await buildChanged());
    const builds = await buildVariants(tempDir);
    for (const { folder } of builds) await publish(store, folder);
    const gateway = await openGateway(product.baseUrl, store);
    closing.push(() => gateway.stop());
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const open: BrowsingTab[] = [];
    for (let n = 0; n < tabCount; n += 1) open.push(await openTab(browser, `http://localhost:${gateway.port}`, app));
    log(`${tabCount} tabs are open`);
    for (const tab of open) await tab.start();

    let done = 0;
    /** Makes `count` changes: releases, each followed by its rollback. */
    const releaseAndRollBack = async (count: number) => {
      for (const end = done + count; done < end; done += 2) {
        await promote(store, [{ app, version: builds[(done / 2) % buildCount]?.version ?? '' }]);
        await wait(changeIntervalMs);
        await rollback(store, app);
        await wait(changeIntervalMs);
        if (done % 100 === 98) log(`${done + 2} changes`);
      }
    };
    /** Lets every tab run every build once, so that the builds' own memory does not count as growth. */
    const showEveryBuild = async () => {
      for (const { version } of builds) {
        await promote(store, [{ app, version }]);
        const deadline = Date.now() + timeoutMs;
        while (!(await readStates()).every(({ versions }) => versions.includes(version))) {
          if (Date.now() > deadline) throw new Error(`Not every tab moved to ${version} within ${timeoutMs / 1000} s.`);
          await wait(changeIntervalMs);
        }
        await rollback(store, app);
        await wait(changeIntervalMs);
      }
      log('every tab has run every build');
    };
    const readStates = async () => Promise.all(open.map((tab) => tab.readState()));
    const readMemory = async () => Promise.all(open.map((tab) => tab.measureMemory()));
    await showEveryBuild();
    await releaseAndRollBack(changeCount / 5);
    const before = await readMemory();
    log(
      `after ${done} changes: ${(
        quantile(
          before.map(({ heap }) => heap),
          0.5,
        ) / 1e6
      ).toFixed(1)} MB and ${quantile(
        before.map(({ listeners }) => listeners),
        0.5,
      )} listeners per tab (medians)`,
    );
    await releaseAndRollBack(changeCount - done);
    const after = await readMemory();
    const states = await readStates();
    log(
      `after ${done} changes: ${(
        quantile(
          after.map(({ heap }) => heap),
          0.5,
        ) / 1e6
      ).toFixed(1)} MB and ${quantile(
        after.map(({ listeners }) => listeners),
        0.5,
      )} listeners per tab; ${sum(states.map((tab) => tab.visits))} navigations`,
    );
    for (const [tab, { failures, consoleLines }] of states.entries())
      if (failures.length > 0) for (const line of [...failures, ...consoleLines]) log(`tab ${tab + 1}: ${line}`);
    for (const tab of open) await tab.close();
    const failures = sum(states.map((tab) => tab.failures.length));
    const growth = (what: 'heap' | 'listeners') => sum(after.map((tab) => tab[what])) / sum(before.map((tab) => tab[what]));
    return [
      {
        what: `navigations that failed or mixed versions in ${tabCount} tabs`,
        measured: `${failures} of ${sum(states.map((tab) => tab.visits))}`,
        limit: '0',
        isWithinLimit: failures === 0 && states.every((tab) => tab.visits > 0),
      },
      ratioAtMost('heap of all tabs, after vs. before', growth('heap'), 1.05),
      ratioAtMost('event listeners of all tabs, after vs. before', growth('listeners'), 1.05),
    ];
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
