import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apps, parseApp, type Built } from '../build/index.ts';
import { root } from '../root.ts';
import { developAgainst, originOf } from '../dev/developAgainst.ts';
import { watchApps } from '../dev/watchApps.ts';
import { openReleaseStore } from '../product/openReleaseStore.ts';
import { releaseChangedBuilds } from '../product/buildAndRelease.ts';

const seconds = (built: Built) => `${built.app} ${(built.milliseconds / 1000).toFixed(1)} s`;

/** Runs these remotes from local builds inside another environment's product. */
async function developElsewhere(site: string, names: readonly string[], port: number): Promise<void> {
  if (names.length === 0) throw new Error('No remotes given. Example: npm run dev -- mfe-cms --on https://school.example');
  const stop = await developAgainst({
    apps: names.map(parseApp),
    site: originOf(site),
    token: process.env['RELEASE_TOKEN'],
    port,
    log: (line) => console.log(line),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop().then(() => process.exit(0)));
}

function developHere(names: readonly string[]): void {
  const watched = names.length > 0 ? names.map(parseApp) : apps;
  const { store, folder: releases } = openReleaseStore();
  const product = spawn(process.execPath, [path.join(root, 'tools/commands/start.ts'), '--dev'], { cwd: root, stdio: 'inherit' });
  const stop = watchApps({
    apps: watched,
    async onBuilt(built) {
      await releaseChangedBuilds(store, releases, built);
      console.log(`released: ${built.map(seconds).join(', ')}`);
    },
    // A build error is printed; the next change triggers another build.
    onError: (error) => console.error(error instanceof Error ? error.message : error),
  });
  console.log(`watching ${watched.join(', ')} and shared; open pages reload after each build`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill(signal));
  product.once('exit', (status) => {
    stop();
    process.exit(status ?? 1);
  });
}

try {
  const { values, positionals } = parseArgs({
    options: { on: { type: 'string' }, port: { type: 'string', default: '7700' } },
    allowPositionals: true,
  });
  if (values.on) await developElsewhere(values.on, positionals, Number(values.port));
  else developHere(positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
