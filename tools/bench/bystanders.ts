import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { openFileReleaseStore, type StoredFile } from '@masomo/release';
import { ensureChromium } from '../../e2e/chromium.ts';
import { startProduct } from '../../e2e/startProduct.ts';
import { accounts, password } from '../../e2e/product.ts';
import { buildChanged, type Built } from '../build/index.ts';
import { ratioAtMost, type Finding } from '../measure/benchmark.ts';
import { interleave, quantile } from '../measure/interleave.ts';
import { largestPaint } from '../measure/largestPaint.ts';
import { openGateway, release } from '../measure/openGateway.ts';
import { openSession } from '../measure/remoteSwitch.ts';
import { openSlowNetwork } from '../measure/slowNetwork.ts';

export const description = 'The largest paint of a screen while another remote hangs, is missing, fails or is altered, and with 50 remotes in the registry instead of 5, beside the same screen without.';

const rounds = 7;
const all = 50;
/** Each remote, and a screen that is none of its business. */
const bystanders = { 'mfe-marketing': '/store', 'mfe-store': '/pricing', 'mfe-dashboard': '/dashboard/cms', 'mfe-cms': '/dashboard/profile', 'mfe-store-manager': '/dashboard/profile' } as const;

type Open = () => Promise<StoredFile | null>;
/** What a remote's files may do to whoever asks for them. */
const faults = {
  hangs: () => new Promise<StoredFile | null>(() => undefined),
  'is missing': async () => null,
  fails: async () => { throw new Error('broken on purpose'); },
  'is altered': async (open: Open) => {
    const file = await open();
    return file && { ...file, read: async () => { const bytes = await file.read(); bytes[bytes.length - 1] = 0; return bytes; } };
  },
};

/** Until the server draws a page in time: on a busy machine the first visitors of a new gateway get one that their browser draws. */
async function untilDrawn(address: string): Promise<void> {
  for (let turn = 0; turn < 120; turn += 1) {
    if ((await (await fetch(address)).text()).includes('<h1')) return;
    await rest(500);
  }
  throw new Error(`${address} is not drawn by the server.`);
}

/** A remote that says as much about itself as the store manager does, at an address of its own. */
async function furtherRemote({ folder, version }: Built, scratch: string, n: number): Promise<{ app: string; version: string; folder: string }> {
  const app = `mfe-further-${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`;
  const target = path.join(scratch, app);
  await cp(folder, target, { recursive: true });
  const file = path.join(target, 'release.json');
  const plain = releaseManifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const moved = (address: string) => address.replace('/dashboard/store', `/dashboard/${app}`);
  const manifest = plain.manifest && { ...plain.manifest, name: app, owns: plain.manifest.owns.map(moved), routes: plain.manifest.routes.map((route) => ({ ...route, path: moved(route.path) })), menu: [] };
  await writeFile(file, JSON.stringify({ ...plain, app, manifest }));
  return { app, version, folder: target };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'masomo-bench-bystanders-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const { baseUrl: origin, stop } = await startProduct();
    closing.push(stop);
    const built = await buildChanged();
    const manager = built.find(({ app }) => app === 'mfe-store-manager');
    if (!manager) throw new Error('The store manager was not built.');
    const few = openFileReleaseStore(path.join(scratch, 'few'));
    await release(few, built);
    const many = openFileReleaseStore(path.join(scratch, 'many'));
    await release(many, [...built, ...(await Promise.all(Array.from({ length: all - built.length + 1 }, (_, n) => furtherRemote(manager, scratch, n))))]);
    /** The remote that is faulty, and how. */
    let fault: { remote: string; does: keyof typeof faults } = { remote: '', does: 'hangs' };
    const broken: typeof few = { ...few, openFile: (app, ...rest) => (app === fault.remote ? faults[fault.does](() => few.openFile(app, ...rest)) : few.openFile(app, ...rest)) };
    const gateways = { plain: await openGateway(origin, few), broken: await openGateway(origin, broken), many: await openGateway(origin, many) };
    for (const gateway of Object.values(gateways)) closing.push(() => gateway.stop());
    const session = await openSession(origin, accounts.superAdmin, password);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    closing.push(() => browser.close());

    /** Median of the largest paints at `address`, by gateway; both in turn. */
    const compare = async (other: 'broken' | 'many', address: string) => {
      const paints: Record<'plain' | 'broken' | 'many', number[]> = { plain: [], broken: [], many: [] };
      const visit = (name: keyof typeof gateways) => async () => {
        const line = await openSlowNetwork({ to: gateways[name].port });
        try {
          paints[name].push(await largestPaint({ browser, address: `http://localhost:${line.port}${address}`, session: address.startsWith('/dashboard') ? session : null }));
        } finally {
          await line.close();
        }
      };
      if (!address.startsWith('/dashboard')) for (const name of ['plain', other] as const) await untilDrawn(`http://localhost:${gateways[name].port}${address}`);
      const warmUp = 1;
      await interleave({ plain: visit('plain'), [other]: visit(other) } as Record<string, () => Promise<void>>, { rounds, warmUp });
      const [plain, beside] = (['plain', other] as const).map((name) => quantile(paints[name].slice(warmUp), 0.5));
      return { ratio: (beside ?? 0) / (plain ?? 1), detail: `${(beside ?? 0).toFixed(0)} / ${(plain ?? 0).toFixed(0)} ms` };
    };

    const findings: Finding[] = [];
    // A file that never comes holds its connection for good and is the worst for the rest; the others are tried on one remote.
    const cells = [...Object.keys(bystanders).map((remote) => ({ remote, does: 'hangs' })), ...Object.keys(faults).filter((does) => does !== 'hangs').map((does) => ({ remote: 'mfe-store', does }))] as { remote: keyof typeof bystanders; does: keyof typeof faults }[];
    for (const cell of cells) {
      fault = cell;
      const address = bystanders[cell.remote];
      const { ratio, detail } = await compare('broken', address);
      findings.push(ratioAtMost(`${address}: largest paint while ${cell.remote} ${cell.does}`, ratio, 1.05, detail));
      log(`${cell.remote} ${cell.does}: ${address} ${detail}`);
    }
    for (const address of ['/pricing', '/dashboard/profile']) {
      const { ratio, detail } = await compare('many', address);
      // One to one, as far as medians of so few visits can tell.
      findings.push(ratioAtMost(`${address}: largest paint with ${all} remotes beside ${Object.keys(bystanders).length}`, ratio, 1.05, detail));
      log(`${all} remotes: ${address} ${detail}`);
    }
    return findings;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
