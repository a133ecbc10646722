import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { openFileReleaseStore } from '@masomo/release';
import { ensureChromium } from '../../e2e/chromium.ts';
import { startProduct } from '../../e2e/startProduct.ts';
import { accounts, password } from '../../e2e/product.ts';
import { buildChanged } from '../build/index.ts';
import { ratioAtMost, type Finding } from '../measure/benchmark.ts';
import { interleave, quantile } from '../measure/interleave.ts';
import { buildOneBundle } from '../measure/oneBundle.ts';
import { openGateway, release } from '../measure/openGateway.ts';
import { measureSwitch, openSession, type Switch } from '../measure/remoteSwitch.ts';
import { openSlowNetwork } from '../measure/slowNetwork.ts';

export const description = 'Going from one remote into another on a slow line and a slow processor, beside the same screens as lazy routes of one bundle.';

const rounds = 7;

const words = ({ first, warm, preloaded, script }: Switch) => `first ${first.toFixed(0)} ms, warm ${warm.toFixed(0)} ms, after a while ${preloaded.toFixed(0)} ms, scripts ${(script / 1024).toFixed(1)} KB`;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'masomo-bench-switching-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const built = await buildChanged();
    log('building the same sources as one bundle');
    const sites = { federated: built, 'one bundle': await buildOneBundle(built, scratch) };
    const ports: Record<string, number> = {};
    for (const [site, builds] of Object.entries(sites)) {
      const store = openFileReleaseStore(path.join(scratch, `releases of ${site}`));
      await release(store, builds);
      const gateway = await openGateway(origin, store);
      closing.push(() => gateway.stop());
      ports[site] = gateway.port;
    }
    const session = await openSession(origin, accounts.superAdmin, password);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    const seen: Record<string, Switch[]> = { federated: [], 'one bundle': [] };
    const visit = (site: keyof typeof sites) => async () => {
      const line = await openSlowNetwork({ to: ports[site] ?? 0 });
      try {
        const found = await measureSwitch({ browser, address: `http://localhost:${line.port}`, session });
        seen[site]?.push(found);
        log(`${site.padEnd(10)} ${words(found)}`);
      } finally {
        await line.close();
      }
    };
    const warmUp = 1;
    await interleave({ federated: visit('federated'), 'one bundle': visit('one bundle') }, { rounds, warmUp });
    const median = (site: keyof typeof sites, what: keyof Switch) => quantile((seen[site] ?? []).slice(warmUp).map((found) => found[what]), 0.5);
    for (const site of ['federated', 'one bundle'] as const) {
      log(`${site.padEnd(10)} ${words({ first: median(site, 'first'), warm: median(site, 'warm'), preloaded: median(site, 'preloaded'), script: median(site, 'script') })} (medians)`);
    }
    const beside = (what: keyof Switch, other: keyof Switch, limit: number, name: string, unit = 'ms') => {
      const [mine, theirs] = [median('federated', what), median('one bundle', other)];
      return ratioAtMost(name, mine / theirs, limit, unit === 'ms' ? `${mine.toFixed(0)} / ${theirs.toFixed(0)} ms` : `${(mine / 1024).toFixed(1)} / ${(theirs / 1024).toFixed(1)} KB`);
    };
    return [
      beside('warm', 'warm', 1, 'into a remote that was shown before'),
      beside('first', 'first', 1.2, 'into a remote for the first time'),
      beside('preloaded', 'first', 0.8, 'into a remote whose link was seen for a while'),
      beside('script', 'script', 1.25, 'scripts of a screen opened by its address', 'KB'),
    ];
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
