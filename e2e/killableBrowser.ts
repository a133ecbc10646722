import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';

/** A separate browser with a persistent profile; `kill` ends all of its processes at once, like a power failure. */
export async function openKillable(profile: string): Promise<{ page: Page; kill: () => Promise<void> }> {
  const child = spawn(
    chromiumPath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--hide-crash-restore-bubble',
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await gone;
  };
  try {
    let port = '';
    await expect(async () => {
      [port = ''] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      expect((await fetch(`http://127.0.0.1:${port}/json/version`)).ok).toBe(true);
    }).toPass({ timeout: 30_000, intervals: [100] });
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no profile open.');
    return { page: context.pages()[0] ?? (await context.newPage()), kill };
  } catch (failure) {
    await kill();
    throw failure;
  }
}
