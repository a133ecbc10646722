import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { openFileReleaseStore } from '@masomo/release';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { startProduct } from '@masomo/tools/browser/startProduct.ts';
import { accounts, password } from '@masomo/tools/browser/demoAccounts.ts';
import { buildChanged } from '@masomo/tools/build/index.ts';
import { ratioAtMost, type Finding } from './measure/benchmark.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { buildSingleBundle } from './measure/singleBundle.ts';
import { openGateway, releaseBuilds } from './measure/openGateway.ts';
import { timeFirstAndWarm, createSession, timePreloaded, measureScriptBytes } from './measure/remoteSwitch.ts';
import { openSlowNetwork } from './measure/slowNetwork.ts';

export const description =
  'Navigating from one remote to another on a slow network and CPU, compared with the same screens as lazy routes of a single bundle.';

const rounds = 12;
const warmUp = 1;

type Site = 'federated' | 'single bundle';
type Figure = 'first' | 'warm' | 'preloaded';

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-switching-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(tempDir, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const built = await buildChanged();
    log('building the same sources as a single bundle');
    const sites = { federated: built, 'single bundle': await buildSingleBundle(built, tempDir) };
    const ports: Record<string, number> = {};
    for (const [site, builds] of Object.entries(sites)) {
      const store = openFileReleaseStore(path.join(tempDir, `${site} releases`));
      await releaseBuilds(store, builds);
      const gateway = await openGateway(origin, store);
      closing.push(() => gateway.stop());
      ports[site] = gateway.port;
    }
    const session = await createSession(origin, accounts.superAdmin, password);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const times: Record<Site, Record<Figure, number[]>> = {
      federated: { first: [], warm: [], preloaded: [] },
      'single bundle': { first: [], warm: [], preloaded: [] },
    };
    const overSlowNetwork = async <T>(
      site: Site,
      visit: (options: { browser: Browser; url: string; session: string }) => Promise<T>,
    ): Promise<T> => {
      const network = await openSlowNetwork({ port: ports[site] ?? 0 });
      try {
        return await visit({ browser, url: `http://localhost:${network.port}`, session });
      } finally {
        await network.close();
      }
    };
    const record = (site: Site, found: Partial<Record<Figure, number>>) => {
      for (const [figure, time] of Object.entries(found) as [Figure, number][]) times[site][figure].push(time);
      log(
        `${site.padEnd(13)} ${Object.entries(found)
          .map(([figure, time]) => `${figure} ${time.toFixed(0)} ms`)
          .join(', ')}`,
      );
    };
    const measureArrival = (site: Site) => async () => record(site, await overSlowNetwork(site, timeFirstAndWarm));
    await interleave(
      {
        federated: measureArrival('federated'),
        'single bundle': measureArrival('single bundle'),
        // A single bundle does not preload, so this is compared with its first navigation.
        preloaded: async () => record('federated', { preloaded: await overSlowNetwork('federated', timePreloaded) }),
      },
      { rounds, warmUp },
    );
    const scripts = {
      federated: await overSlowNetwork('federated', measureScriptBytes),
      'single bundle': await overSlowNetwork('single bundle', measureScriptBytes),
    };
    const median = (site: Site, figure: Figure) => quantile(times[site][figure].slice(warmUp), 0.5);
    const compare = (figure: Figure, other: Figure, limit: number, name: string) => {
      const [mine, singleBundle] = [median('federated', figure), median('single bundle', other)];
      return ratioAtMost(name, mine / singleBundle, limit, `${mine.toFixed(0)} / ${singleBundle.toFixed(0)} ms, medians of ${rounds}`);
    };
    return [
      compare('warm', 'warm', 1, 'repeated navigation into a remote'),
      compare('first', 'first', 1.2, 'first navigation into a remote'),
      compare('preloaded', 'first', 0.8, 'first navigation into a preloaded remote'),
      ratioAtMost(
        'scripts of a screen opened by its URL',
        scripts.federated / scripts['single bundle'],
        1.25,
        `${(scripts.federated / 1024).toFixed(1)} / ${(scripts['single bundle'] / 1024).toFixed(1)} KB`,
      ),
    ];
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
