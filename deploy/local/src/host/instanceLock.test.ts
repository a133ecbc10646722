import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDirectory, lockHolder } from './instanceLock.ts';

describe('the lock of a data directory', () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-lock-'));
    file = path.join(dataDir, 'instance.lock');
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is released', () => {
    const unlock = lockDataDirectory(dataDir);
    expect(lockHolder(dataDir)).toBe(process.pid);
    unlock();
    expect(lockHolder(dataDir)).toBeUndefined();
    lockDataDirectory(dataDir)();
  });

  it('refuses a second start with one line that names the first', () => {
    const unlock = lockDataDirectory(dataDir);
    expect(() => lockDataDirectory(dataDir)).toThrow(
      `${dataDir} is in use by another start (process ${process.pid}). Stop that one, or set DATA_DIR to another folder.`,
    );
    unlock();
  });

  it('is taken over from a killed process', async () => {
    const program = `import { lockDataDirectory } from ${JSON.stringify(path.join(import.meta.dirname, 'instanceLock.ts'))}; lockDataDirectory(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    expect(() => lockDataDirectory(dataDir)).toThrow(`process ${other.pid}`);
    other.kill('SIGKILL');
    await once(other, 'exit');
    lockDataDirectory(dataDir)();
  });

  it('is taken over when another program got the same process id', () => {
    writeFileSync(file, `${process.pid} another start time`);
    const unlock = lockDataDirectory(dataDir);
    expect(readFileSync(file, 'utf8')).not.toContain('another start time');
    unlock();
  });

  it('counts while it is being written, but not longer', () => {
    writeFileSync(file, '');
    expect(() => lockDataDirectory(dataDir)).toThrow('is in use');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    lockDataDirectory(dataDir)();
  });
});
