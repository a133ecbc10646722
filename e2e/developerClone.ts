import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** What a clone does not have; the installed packages are linked. */
const notCloned = ['node_modules', 'dist', 'e2e/test-results', '.git', '.data'];
const linkTimeoutMs = 120_000;

export type DeveloperClone = {
  /** Changes a text of a source file. */
  edit(file: string, before: string, after: string): Promise<void>;
  /** Runs `npm run dev -- <app> --on <site>`; resolves to the link for the browser that should use the build. */
  develop(app: string, options: { site: string; token: string; port: number }): Promise<string>;
  remove(): Promise<void>;
};

/** The sources once more, as on a developer's own machine: what is changed there is changed nowhere else. */
export async function cloneSources(): Promise<DeveloperClone> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-developer-'));
  await cp(root, folder, { recursive: true, filter: (source) => !notCloned.includes(path.relative(root, source)) });
  await linkPackages(folder);
  let running: ChildProcess | undefined;
  return {
    async edit(file, before, after) {
      const source = await readFile(path.join(folder, file), 'utf8');
      if (!source.includes(before)) throw new Error(`${file} does not contain "${before}".`);
      await writeFile(path.join(folder, file), source.replaceAll(before, after));
    },
    develop(app, { site, token, port }) {
      const command = spawn(process.execPath, [path.join(folder, 'tools/commands/dev.ts'), app, '--on', site, '--port', String(port)], {
        cwd: folder,
        env: { ...process.env, RELEASE_TOKEN: token },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = command;
      return readLink(command, app);
    },
    async remove() {
      if (running?.exitCode === null) {
        running.kill('SIGTERM');
        await new Promise((resolve) => running?.once('exit', resolve));
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The packages of this installation; those of the workspace are the clone's own. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  await mkdir(path.join(to, '@masomo'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@masomo' && !name.startsWith('.')) await symlink(path.join(from, name), path.join(to, name));
  for (const name of await readdir(path.join(from, '@masomo')))
    await symlink(await readlink(path.join(from, '@masomo', name)), path.join(to, '@masomo', name));
}

function readLink(command: ChildProcess, app: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`npm run dev did not say which link to open:\n${said}`));
    const timer = setTimeout(fail, linkTimeoutMs);
    const listen = (data: Buffer) => {
      said += data.toString();
      const link = new RegExp(`^${app}  open (\\S+)$`, 'm').exec(said)?.[1];
      if (!link) return;
      clearTimeout(timer);
      resolve(link);
    };
    command.stdout?.on('data', listen);
    command.stderr?.on('data', listen);
    command.once('exit', fail);
  });
}
