import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderVariable } from './testInstallation.ts';

/** A folder for the installations that test files copy, which the first file that needs one makes. Both projects of tests share it. */
export default function provideFolder(): (() => void) | undefined {
  if (process.env[folderVariable] !== undefined) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'masomo-installations-'));
  // When root runs the tests, PostgreSQL's OS user must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env[folderVariable] = folder;
  return () => {
    delete process.env[folderVariable];
    rmSync(folder, { recursive: true, force: true });
  };
}
