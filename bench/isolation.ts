import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { openFileReleaseStore, type StoredFile } from '@masomo/release';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { startProduct } from '@masomo/tools/browser/startProduct.ts';
import { accounts, password } from '@masomo/tools/browser/demoAccounts.ts';
import { buildChanged, type Built } from '@masomo/tools/build/index.ts';
import { writeRelease } from '@masomo/tools/build/writeRelease.ts';
import { ratioAtMost, type Finding } from './measure/benchmark.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { measureLargestPaint } from './measure/largestPaint.ts';
import { openGateway, releaseBuilds } from './measure/openGateway.ts';
import { createSession } from './measure/remoteSwitch.ts';
import { openSlowNetwork } from './measure/slowNetwork.ts';

export const description =
  'Fault isolation: the largest paint of a screen while another remote hangs, is missing, fails or is tampered with, and with 50 remotes instead of 5, compared with the undisturbed screen.';

/** Prerendered pages paint in a fifth of the time, so more visits are needed to detect a difference. */
const visitsPerScreen = { prerendered: 30, signedIn: 10 };
const warmUp = 1;
const remoteCount = 50;

type OpenFile = () => Promise<StoredFile | null>;
/** Ways in which requests for a remote's files can go wrong. */
const faults = {
  hangs: () => new Promise<StoredFile | null>(() => undefined),
  'is missing': async () => null,
  fails: async () => {
    throw new Error('broken on purpose');
  },
  'is tampered with': async (open: OpenFile) => {
    const file = await open();
    return (
      file && {
        ...file,
        read: async () => {
          const bytes = await file.read();
          bytes[bytes.length - 1] = 0;
          return bytes;
        },
      }
    );
  },
};

type Fault = { remote: string; kind: keyof typeof faults };
/**
 * Screens and the conditions that must not slow them down. Hanging is the worst fault because the connection stays occupied, so each
 * remote hangs once; the condition faults are tested on one remote. `many` means 50 remotes in the registry.
 */
const conditionsByScreen: Record<string, readonly (Fault | 'many')[]> = {
  '/pricing': [...(Object.keys(faults) as Fault['kind'][]).map((kind) => ({ remote: 'mfe-store', kind })), 'many'],
  '/store': [{ remote: 'mfe-marketing', kind: 'hangs' }],
  '/dashboard/cms': [{ remote: 'mfe-dashboard', kind: 'hangs' }],
  '/dashboard/profile': [{ remote: 'mfe-cms', kind: 'hangs' }, { remote: 'mfe-store-manager', kind: 'hangs' }, 'many'],
};
const isPrerendered = (pathname: string) => !pathname.startsWith('/dashboard');
const describeCondition = (condition: Fault | 'many') =>
  condition === 'many' ? `with ${remoteCount} remotes instead of 5` : `while ${condition.remote} ${condition.kind}`;

/** Waits until the gateway serves the page prerendered; a new gateway on a busy machine first falls back to client rendering. */
async function waitUntilPrerendered(url: string): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    if ((await (await fetch(url)).text()).includes('<h1')) return;
    await wait(500);
  }
  throw new Error(`${url} is not prerendered.`);
}

/** Creates a remote with a manifest as large as that of a real one, but with paths, files and hashes of its own. */
async function createExtraRemote(
  { folder, version }: Built,
  tempDir: string,
  n: number,
): Promise<{ app: string; version: string; folder: string }> {
  const app = `mfe-extra-${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`;
  const target = path.join(tempDir, app);
  const {
    manifest,
    entry,
    initial,
    screens = {},
  } = releaseManifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
  const rehash = (file: string) =>
    file.replace(/[0-9a-f]{8,}/g, (hash) =>
      createHash('sha256')
        .update(app + hash)
        .digest('hex')
        .slice(0, hash.length),
    );
  const prefixPath = (pathname: string) => pathname.replace(/^(\/dashboard)?/, `$1/${app}`);
  for (const file of new Set([entry, ...initial, ...Object.values(screens).flat()].map(rehash))) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), `// ${file} of ${app}`);
  }
  await writeRelease(
    target,
    {
      app,
      version,
      entry: rehash(entry),
      initial: initial.map(rehash),
      needs: {},
      screens: Object.fromEntries(Object.entries(screens).map(([pathname, files]) => [prefixPath(pathname), files.map(rehash)])),
      manifest: manifest && {
        ...manifest,
        name: app,
        prerender: false,
        owns: manifest.owns.map(prefixPath),
        routes: manifest.routes.map((route) => ({ ...route, path: prefixPath(route.path) })),
        menu: [],
      },
    },
    'fast',
  );
  return { app, version, folder: target };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-isolation-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(tempDir, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const built = await buildChanged();
    const remotes = built.filter(({ app }) => app !== 'shell');
    const fewStore = openFileReleaseStore(path.join(tempDir, 'few'));
    await releaseBuilds(fewStore, built);
    const manyStore = openFileReleaseStore(path.join(tempDir, 'many'));
    await releaseBuilds(manyStore, [
      ...built,
      ...(await Promise.all(
        Array.from({ length: remoteCount - remotes.length }, (_, n) => createExtraRemote(remotes[n % remotes.length] as Built, tempDir, n)),
      )),
    ]);
    /** The fault that the `faulty` gateway currently injects; changes with every visit. */
    let fault: Fault = { remote: 'mfe-store', kind: 'hangs' };
    const faultyStore: typeof fewStore = {
      ...fewStore,
      openFile: (app, ...rest) =>
        app === fault.remote ? faults[fault.kind](() => fewStore.openFile(app, ...rest)) : fewStore.openFile(app, ...rest),
    };
    const gateways = {
      plain: await openGateway(origin, fewStore),
      faulty: await openGateway(origin, faultyStore),
      many: await openGateway(origin, manyStore),
    };
    for (const gateway of Object.values(gateways)) closing.push(() => gateway.stop());
    const session = await createSession(origin, accounts.superAdmin, password);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());

    const visit = async (gateway: keyof typeof gateways, pathname: string, record: (paint: number) => void) => {
      const network = await openSlowNetwork({ port: gateways[gateway].port });
      try {
        record(
          await measureLargestPaint({
            browser,
            url: `http://localhost:${network.port}${pathname}`,
            ...(isPrerendered(pathname) ? { quietMs: 600 } : { session }),
          }),
        );
      } finally {
        await network.close();
      }
    };
    const findings: Finding[] = [];
    for (const [pathname, conditions] of Object.entries(conditionsByScreen)) {
      const visits = isPrerendered(pathname) ? visitsPerScreen.prerendered : visitsPerScreen.signedIn;
      if (isPrerendered(pathname))
        for (const { port } of Object.values(gateways)) await waitUntilPrerendered(`http://localhost:${port}${pathname}`);
      const paints = new Map<string, number[]>(['plain', ...conditions.map(describeCondition)].map((name) => [name, []]));
      const recordPaint = (name: string) => (paint: number) => void paints.get(name)?.push(paint);
      // Interleaves all conditions of a screen, so that a busy machine affects all of them alike.
      await interleave(
        {
          plain: () => visit('plain', pathname, recordPaint('plain')),
          ...Object.fromEntries(
            conditions.map((condition) => [
              describeCondition(condition),
              () => {
                if (condition !== 'many') fault = condition;
                return visit(condition === 'many' ? 'many' : 'faulty', pathname, recordPaint(describeCondition(condition)));
              },
            ]),
          ),
        },
        { rounds: visits, warmUp },
      );
      const median = (name: string) => quantile((paints.get(name) ?? []).slice(warmUp), 0.5);
      for (const name of conditions.map(describeCondition)) {
        const [disturbed, plain] = [median(name), median('plain')];
        findings.push(
          ratioAtMost(
            `${pathname}: largest paint ${name}`,
            disturbed / plain,
            1.05,
            `${disturbed.toFixed(0)} / ${plain.toFixed(0)} ms, medians of ${visits}`,
          ),
        );
        log(`${pathname} ${name}: ${disturbed.toFixed(0)} / ${plain.toFixed(0)} ms`);
      }
    }
    return findings;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
