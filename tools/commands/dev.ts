import { spawn } from 'node:child_process';
import path from 'node:path';
import { apps, parseApp, root, type Built } from '../build/index.ts';
import { watchApps } from '../dev/watchApps.ts';
import { openReleases } from '../product/openReleases.ts';
import { releaseNews } from '../product/releaseChanges.ts';

const seconds = (built: Built) => `${built.app} ${(built.milliseconds / 1000).toFixed(1)} s`;

function main(): void {
  const names = process.argv.slice(2);
  const watched = names.length > 0 ? names.map(parseApp) : apps;
  const { store, folder: releases } = openReleases();
  const product = spawn(process.execPath, [path.join(root, 'tools/commands/start.ts'), '--dev'], { cwd: root, stdio: 'inherit' });
  const stop = watchApps({
    apps: watched,
    async onBuilt(built) {
      await releaseNews(store, releases, built);
      console.log(`released: ${built.map(seconds).join(', ')}`);
    },
    // An error of the sources is shown and waits for the next change.
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
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
