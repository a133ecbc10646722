import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../host/errorCode.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { startLocalBackend } from './startLocalBackend.ts';

/** Names the folder of the installations that are copied. */
export const folderVariable = 'TEST_INSTALLATIONS';

/** Password of the demonstration accounts of a test installation. */
export const testPassword = 'a password for tests';

export type TestInstallation = {
  dataDir: string;
  /** Deletes it; what was started on it must have stopped. */
  remove(): void;
};

/** A data directory of its own with the product installed: a copy, which takes a tenth of an installation's time. */
export async function testInstallation({ hasDemo }: { hasDemo: boolean }): Promise<TestInstallation> {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error(`${folderVariable} is not set: only tests of the projects unit and deno copy installations.`);
  const original = path.join(folder, hasDemo ? 'demo' : 'empty');
  await makeOnce(original, (dataDir) => install(dataDir, hasDemo));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'masomo-installation-'));
  await chmod(dataDir, 0o755);
  // Where PostgreSQL's user cannot enter the temporary folder, the database lies outside of it and cannot be copied with it.
  if (existsSync(path.join(original, 'postgres'))) await promisify(execFile)('cp', ['-a', `${original}/.`, dataDir]);
  else await install(dataDir, hasDemo);
  return { dataDir, remove: () => removeInstallation(dataDir) };
}

async function install(dataDir: string, shouldLoadDemo: boolean): Promise<void> {
  const ignore = () => {};
  const installed = await startLocalBackend({
    dataDir,
    origin: 'http://localhost:8080',
    shouldLoadDemo,
    demoPassword: testPassword,
    environment: {},
    log: ignore,
    onFatal: ignore,
  });
  await installed.stop();
}

function removeInstallation(dataDir: string): void {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Test files run in processes of their own: the first to come makes it, the others wait. */
async function makeOnce(original: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  const unfinished = `${original}.unfinished`;
  while (!existsSync(original)) {
    try {
      mkdirSync(unfinished);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      await sleep(50);
      continue;
    }
    try {
      // Another file may have finished it since it was looked for.
      if (existsSync(original)) removeInstallation(unfinished);
      else {
        await make(unfinished);
        renameSync(unfinished, original);
      }
    } catch (error) {
      removeInstallation(unfinished);
      throw error;
    }
  }
}
