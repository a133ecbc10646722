import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { openFileReleaseStore, type StoredFile } from '@masomo/release';
import { ensureChromium } from '../browser/chromium.ts';
import { startProduct } from '../browser/startProduct.ts';
import { accounts, password } from '../browser/demoAccounts.ts';
import { buildChanged, type Built } from '../build/index.ts';
import { writeRelease } from '../build/writeRelease.ts';
import { ratioAtMost, type Finding } from '../measure/benchmark.ts';
import { interleave, quantile } from '../measure/interleave.ts';
import { measureLargestPaint } from '../measure/largestPaint.ts';
import { openGateway, releaseBuilds } from '../measure/openGateway.ts';
import { createSession } from '../measure/remoteSwitch.ts';
import { openSlowNetwork } from '../measure/slowNetwork.ts';

export const description =
  'The largest paint of a screen while another remote hangs, is missing, fails or is altered, and with 50 remotes in the registry instead of 5, beside the same screen without.';

/** A page that was drawn by the server is shown in a fifth of the time, and so told apart by more visits. */
const rounds = { drawn: 30, signedIn: 10 };
const warmUp = 1;
const all = 50;

type Open = () => Promise<StoredFile | null>;
/** What a remote's files may do to whoever asks for them. */
const faults = {
  hangs: () => new Promise<StoredFile | null>(() => undefined),
  'is missing': async () => null,
  fails: async () => {
    throw new Error('broken on purpose');
  },
  'is altered': async (open: Open) => {
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

type Fault = { remote: string; does: keyof typeof faults };
/**
 * Screens, and what is none of their business: a file that never comes holds its connection for good and is the worst, so every
 * remote hangs once; the other faults are tried on one. `many`: 50 remotes in the registry.
 */
const screens: Record<string, readonly (Fault | 'many')[]> = {
  '/pricing': [...(Object.keys(faults) as Fault['does'][]).map((does) => ({ remote: 'mfe-store', does })), 'many'],
  '/store': [{ remote: 'mfe-marketing', does: 'hangs' }],
  '/dashboard/cms': [{ remote: 'mfe-dashboard', does: 'hangs' }],
  '/dashboard/profile': [{ remote: 'mfe-cms', does: 'hangs' }, { remote: 'mfe-store-manager', does: 'hangs' }, 'many'],
};
const isDrawn = (address: string) => !address.startsWith('/dashboard');
const nameOf = (other: Fault | 'many') => (other === 'many' ? `with ${all} remotes beside 5` : `while ${other.remote} ${other.does}`);

/** Until the server draws a page in time: on a busy machine the first visitors of a new gateway get one that their browser draws. */
async function untilDrawn(address: string): Promise<void> {
  for (let turn = 0; turn < 120; turn += 1) {
    if ((await (await fetch(address)).text()).includes('<h1')) return;
    await rest(500);
  }
  throw new Error(`${address} is not drawn by the server.`);
}

/** A remote that says as much about itself as one of the product's, at addresses of its own and with files and hashes of its own. */
async function furtherRemote(
  { folder, version }: Built,
  scratch: string,
  n: number,
): Promise<{ app: string; version: string; folder: string }> {
  const app = `mfe-further-${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`;
  const target = path.join(scratch, app);
  const {
    manifest,
    entry,
    initial,
    screens = {},
  } = releaseManifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
  const own = (file: string) =>
    file.replace(/[0-9a-f]{8,}/g, (hash) =>
      createHash('sha256')
        .update(app + hash)
        .digest('hex')
        .slice(0, hash.length),
    );
  const moved = (address: string) => address.replace(/^(\/dashboard)?/, `$1/${app}`);
  for (const file of new Set([entry, ...initial, ...Object.values(screens).flat()].map(own))) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), `// ${file} of ${app}`);
  }
  await writeRelease(
    target,
    {
      app,
      version,
      entry: own(entry),
      initial: initial.map(own),
      needs: {},
      screens: Object.fromEntries(Object.entries(screens).map(([address, files]) => [moved(address), files.map(own)])),
      manifest: manifest && {
        ...manifest,
        name: app,
        prerender: false,
        owns: manifest.owns.map(moved),
        routes: manifest.routes.map((route) => ({ ...route, path: moved(route.path) })),
        menu: [],
      },
    },
    'fast',
  );
  return { app, version, folder: target };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'masomo-bench-bystanders-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const built = await buildChanged();
    const remotes = built.filter(({ app }) => app !== 'shell');
    const few = openFileReleaseStore(path.join(scratch, 'few'));
    await releaseBuilds(few, built);
    const many = openFileReleaseStore(path.join(scratch, 'many'));
    await releaseBuilds(many, [
      ...built,
      ...(await Promise.all(
        Array.from({ length: all - remotes.length }, (_, n) => furtherRemote(remotes[n % remotes.length] as Built, scratch, n)),
      )),
    ]);
    /** What a gateway serves of the plain releases when a remote is faulty; who it is turns with every visit. */
    let fault: Fault = { remote: 'mfe-store', does: 'hangs' };
    const broken: typeof few = {
      ...few,
      openFile: (app, ...rest) =>
        app === fault.remote ? faults[fault.does](() => few.openFile(app, ...rest)) : few.openFile(app, ...rest),
    };
    const gateways = {
      plain: await openGateway(origin, few),
      broken: await openGateway(origin, broken),
      many: await openGateway(origin, many),
    };
    for (const gateway of Object.values(gateways)) closing.push(() => gateway.stop());
    const session = await createSession(origin, accounts.superAdmin, password);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());

    const visit = async (gateway: keyof typeof gateways, address: string, note: (paint: number) => void) => {
      const line = await openSlowNetwork({ port: gateways[gateway].port });
      try {
        note(
          await measureLargestPaint({
            browser,
            address: `http://localhost:${line.port}${address}`,
            ...(isDrawn(address) ? { quietMs: 600 } : { session }),
          }),
        );
      } finally {
        await line.close();
      }
    };
    const findings: Finding[] = [];
    for (const [address, others] of Object.entries(screens)) {
      const visits = isDrawn(address) ? rounds.drawn : rounds.signedIn;
      if (isDrawn(address)) for (const { port } of Object.values(gateways)) await untilDrawn(`http://localhost:${port}${address}`);
      const paints = new Map<string, number[]>(['plain', ...others.map(nameOf)].map((name) => [name, []]));
      const note = (name: string) => (paint: number) => void paints.get(name)?.push(paint);
      // All of a screen in turn, so that a busy moment of the machine hits each alike.
      await interleave(
        {
          plain: () => visit('plain', address, note('plain')),
          ...Object.fromEntries(
            others.map((other) => [
              nameOf(other),
              () => {
                if (other !== 'many') fault = other;
                return visit(other === 'many' ? 'many' : 'broken', address, note(nameOf(other)));
              },
            ]),
          ),
        },
        { rounds: visits, warmUp },
      );
      const median = (name: string) => quantile((paints.get(name) ?? []).slice(warmUp), 0.5);
      for (const name of others.map(nameOf)) {
        const [beside, plain] = [median(name), median('plain')];
        findings.push(
          ratioAtMost(
            `${address}: largest paint ${name}`,
            beside / plain,
            1.05,
            `${beside.toFixed(0)} / ${plain.toFixed(0)} ms, medians of ${visits}`,
          ),
        );
        log(`${address} ${name}: ${beside.toFixed(0)} / ${plain.toFixed(0)} ms`);
      }
    }
    return findings;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
