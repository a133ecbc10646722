import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs a tool of node_modules/.bin in the repository's root with this terminal; resolves to its exit status. */
export function runTool(tool: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TZ: 'UTC' },
    });
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/** Runs a tool and exits with its status when it fails. */
export async function runToolOrExit(tool: string, args: readonly string[]): Promise<void> {
  const status = await runTool(tool, args);
  if (status !== 0) process.exit(status);
}
