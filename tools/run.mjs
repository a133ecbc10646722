// The only JavaScript entry point: installs the dependencies if they do not match the lockfile, then runs
// `tools/commands/<name>.ts` with the project's own Node. Must itself run on plain Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRestarts, restartedVariable } from './process/restarts.mjs';
import { serverEnvironment, serverFlags } from './process/serverOptions.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.masomo-install');
const lockDir = path.join(root, '.installing');
const commandsDir = path.join(root, 'tools/commands');

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

/** @returns {string[]} */
function knownCommands() {
  return readdirSync(commandsDir)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -3))
    .sort();
}

/**
 * Command `db:reset` is in `db-reset.ts`.
 * @param {string | undefined} name
 */
function commandFile(name) {
  const file = path.join(commandsDir, `${(name ?? '').replaceAll(':', '-')}.ts`);
  if (name && /^[a-z0-9:-]+$/.test(name) && existsSync(file)) return file;
  return fail(`${name ? `There is no command "${name}".` : 'No command given.'} Known: ${knownCommands().join(', ')}.`);
}

/** Identifies what an installation depends on: the lockfile and the platform. */
function installStamp() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

function isInstalled() {
  if (!existsSync(nodeBinary())) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === installStamp()) return true;
  if (!matchesLockfile()) return false;
  writeFileSync(stampFile, installStamp());
  return true;
}

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
function lockedPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/** Compares npm's record of installed packages with the lockfile, to accept an installation made by hand. */
function matchesLockfile() {
  const locked = lockedPackages(path.join(root, 'package-lock.json'));
  const installed = lockedPackages(path.join(modules, '.package-lock.json'));
  return Object.entries(locked).every(([place, { version, optional, link }]) => {
    if (!place.includes('node_modules/') || link) return true;
    const found = installed[place];
    return found ? found.version === version : Boolean(optional);
  });
}

function nodeBinary() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(modules, 'node/bin', name);
}

/**
 * @param {number} pid
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Ensures that only one process installs at a time; takes over the lock of a process that has exited. */
async function lock() {
  const ownerFile = path.join(lockDir, 'pid');
  for (let announced = false; ;) {
    try {
      mkdirSync(lockDir);
      writeFileSync(ownerFile, String(process.pid));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = existsSync(ownerFile) ? Number(readFileSync(ownerFile, 'utf8')) : 0;
    const age = existsSync(lockDir) ? Date.now() - statSync(lockDir).mtimeMs : 0;
    if (owner ? !isAlive(owner) : age > 5_000) rmSync(lockDir, { recursive: true, force: true });
    else if (!announced) {
      console.log(`Another command (process ${owner}) is installing the dependencies; waiting for it.`);
      announced = true;
    }
    await sleep(200);
  }
}

async function install() {
  await lock();
  try {
    if (isInstalled()) return;
    const startedAt = Date.now();
    console.log('Installing the dependencies of package-lock.json (npm ci) …');
    const tick = setInterval(() => console.log(`  still installing, ${Math.round((Date.now() - startedAt) / 1000)} s`), 15_000);
    const { status } = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
      shell: process.platform === 'win32',
    });
    clearInterval(tick);
    if (status !== 0)
      fail(`npm ci failed with status ${status}. See the lines above for the reason, and run the command again once it is fixed.`);
    if (!existsSync(nodeBinary())) installNode();
    writeFileSync(stampFile, installStamp());
    console.log(`Dependencies installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  } finally {
    rmSync(lockDir, { recursive: true, force: true });
  }
}

/** Runs the install script of the `node` package, which puts the binary in place, because some npm versions skip it. */
function installNode() {
  const script = path.join(modules, 'node/installArchSpecificPackage.js');
  if (existsSync(script))
    spawnSync(process.execPath, [script], {
      cwd: path.join(modules, 'node'),
      stdio: 'inherit',
      env: { ...process.env, npm_config_global: '' },
    });
  if (!existsSync(nodeBinary())) fail("The project's own Node is missing after npm ci. Run: npm rebuild node");
}

/**
 * Runs a child process in this terminal, forwards signals to it, and resolves to how it ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ shell?: boolean, environment?: Readonly<Record<string, string>>, reportsReady?: boolean }} [options]
 * @returns {Promise<import('./process/restarts.mjs').Exit>}
 */
function run(command, args, { shell = false, environment = {}, reportsReady = false } = {}) {
  return new Promise((resolve) => {
    const env = { ...environment, ...process.env, PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}` };
    const child = spawn(command, args, {
      cwd: root,
      stdio: reportsReady ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env,
      shell,
    });
    let wasStopped = false;
    /** @type {number | null} */
    let readyAt = null;
    child.once('message', () => {
      readyAt = Date.now();
    });
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      wasStopped = true;
      // Ctrl-C reaches the child by itself, as a member of the terminal's process group.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('exit', (status, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve({ status: status ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1), wasStopped, readyAt });
    });
  });
}

requireNode();
const [name, ...args] = process.argv.slice(2);
const file = commandFile(name);
if (!isInstalled()) await install();
const isServer = name === 'start' || name === 'serve';
const runCommand = (/** @type {boolean} */ isRestart) =>
  run(nodeBinary(), ['--disable-warning=ExperimentalWarning', ...(isServer ? serverFlags : []), file, ...args], {
    environment: isServer ? { ...serverEnvironment, ...(isRestart ? { [restartedVariable]: '1' } : {}) } : {},
    reportsReady: isServer,
  });
const delayAfter = createRestarts();
for (let isRestart = false; ; isRestart = true) {
  const exit = await runCommand(isRestart);
  const delayMs = isServer ? delayAfter(exit) : null;
  process.exitCode = exit.status;
  if (delayMs === null) break;
  console.error(`The product died (status ${exit.status}); starting it again in ${delayMs / 1000} s.`);
  await sleep(delayMs);
}
