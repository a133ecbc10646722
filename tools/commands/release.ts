import { parseArgs } from 'node:util';
import { promote, publish, rollback, type ReleaseStore } from '@masomo/release';
import { buildChanged, parseApp } from '../build/index.ts';
import { saveLastBuilt } from '../product/lastBuilt.ts';
import { openReleaseStore } from '../product/openReleaseStore.ts';
import { signIfConfigured } from '../product/signIfConfigured.ts';
import { runReleaseCommand } from '../release/releaseCommands.ts';

const usage = `npm run release -- <app...>                    build, publish and promote; several that need each other in one step
npm run release -- <app> --version <version>   promote a version that is already published
npm run release -- rollback <app...>           go back to the previous live version
npm run release -- canary <app> <version> 10% [role...]  serve a version to a share of visitors and to these roles; end-canary <app> ends it
npm run release -- diff <app> <from> <to>      show what changed between two versions
npm run release -- prune                       remove releases that can no longer be needed
npm run release -- token <team> <app...>       create a token that lets a pipeline release these apps over HTTP
npm run release -- trust <app> <key.pem>       from now on releases of an app must be signed with a key; distrust <app> ends that
npm run release -- status                      show what is live
npm run release -- history [app]               show who released what and when
Releases are stored in the bucket RELEASES_BUCKET, or in the folder DATA_DIR (default .data); a running product picks them up within a second.
With RELEASE_SIGNING_KEY, a file with a private Ed25519 key, builds are signed.`;

async function releaseBuilds(store: ReleaseStore, releases: string, names: readonly string[]): Promise<void> {
  const built = await buildChanged({ apps: names.map(parseApp) });
  for (const { app, version, folder, isNew, milliseconds } of built) {
    console.log(`${app} ${version} ${isNew ? `built in ${(milliseconds / 1000).toFixed(1)} s` : 'is already built'}`);
    await signIfConfigured(folder);
    await publish(store, folder);
  }
  await makeLive(store, built);
  await saveLastBuilt(releases, built);
}

async function makeLive(store: ReleaseStore, changes: readonly { app: string; version: string }[]): Promise<void> {
  const { live } = await store.readState();
  const { revision } = await promote(store, changes);
  for (const { app, version } of changes) {
    const [before] = live[app] ?? [];
    if (before === version) console.log(`${app} ${version} is already live.`);
    else console.log(`${app} ${version} is live (revision ${revision})${before ? `; previous: ${before}` : ''}.`);
  }
}

async function goBack(store: ReleaseStore, names: readonly string[]): Promise<void> {
  const apps = names.map(parseApp);
  if (apps.length === 0) throw new Error(usage);
  const { live, revision } = await rollback(store, apps);
  for (const app of apps) console.log(`${app} ${live[app]?.[0] ?? ''} is live again (revision ${revision}).`);
}

async function printStatus(store: ReleaseStore): Promise<void> {
  const { live, canary, revision, history } = await store.readState();
  console.log(`Revision ${revision}`);
  for (const [app, [version, previous]] of Object.entries(live)) {
    const since = history.find((event) => event.app === app);
    console.log(
      `${app.padEnd(18)} ${version}  since ${since?.at ?? 'unknown'} by ${since?.by ?? 'unknown'}${previous ? `  falls back to ${previous}` : ''}${canary[app] ? `  canary ${canary[app].version} for ${canary[app].percent} %` : ''}`,
    );
  }
}

async function printHistory(store: ReleaseStore, app: string | undefined): Promise<void> {
  const { history } = await store.readState();
  for (const event of history.filter((entry) => !app || entry.app === app)) {
    console.log(
      `${String(event.revision).padStart(5)}  ${event.at}  ${event.by.padEnd(10)} ${event.action.padEnd(8)} ${event.app} ${event.version}${event.from ? ` (was ${event.from})` : ''}${event.reason ? `: ${event.reason}` : ''}`,
    );
  }
}

try {
  const { values, positionals } = parseArgs({ options: { version: { type: 'string' } }, allowPositionals: true });
  const [first, second] = positionals;
  const { store, folder: releases } = openReleaseStore();
  if (!first) throw new Error(usage);
  if (first === 'status') await printStatus(store);
  else if (first === 'history') await printHistory(store, second);
  else if (first === 'rollback') await goBack(store, positionals.slice(1));
  else if (await runReleaseCommand(store, releases, first, positionals.slice(1))) process.exitCode = 0;
  else if (values.version && second) throw new Error('Give one app with --version.');
  else if (values.version) await makeLive(store, [{ app: parseApp(first), version: values.version }]);
  else await releaseBuilds(store, releases, positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
