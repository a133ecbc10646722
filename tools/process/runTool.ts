import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export type ToolOptions = {
  env?: Readonly<Record<string, string>>;
  /** Receives what the tool prints, which otherwise goes to this terminal. */
  onOutput?: (text: string) => void;
};

/** Runs a tool of node_modules/.bin in the repository's root with this terminal; resolves to its exit status. */
export function runTool(tool: string, args: readonly string[], { env, onOutput }: ToolOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, TZ: 'UTC', ...env },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput ?? (() => undefined));
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/** Runs a tool and exits with its status when it fails. */
export async function runToolOrExit(tool: string, args: readonly string[]): Promise<void> {
  const status = await runTool(tool, args);
  if (status !== 0) process.exit(status);
}
