import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import buffer from 'node:buffer';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual, webcrypto } from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import events from 'node:events';
import { isBuiltin } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import stream from 'node:stream';
import stringDecoder from 'node:string_decoder';
import url from 'node:url';
import util from 'node:util';

/** What a server build may `require`: computing, but no files, processes, network, or handles by which one could reach them. */
const modules: Readonly<Record<string, object>> = {
  async_hooks: { AsyncLocalStorage, AsyncResource },
  buffer,
  crypto: { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual, webcrypto },
  events,
  path,
  stream,
  string_decoder: stringDecoder,
  url,
  util,
};

/** Bundled libraries mention further built-in modules that they do not use on the server: those are empty. */
export function requireForBuild(name: string): object {
  const module = modules[name.replace(/^node:/, '')];
  if (module) return module;
  if (isBuiltin(name)) return {};
  throw new Error(`A server build cannot load ${name}.`);
}

const nothing = () => undefined;
const refuse = () => {
  throw new Error('A server build cannot do this.');
};

/** A `process` without environment, streams, channel or ways to load modules. */
function emptyProcess(): object {
  const { nextTick, hrtime, uptime, version, versions, platform, arch } = process;
  const output = { isTTY: false, write: () => true };
  return Object.freeze({
    env: Object.freeze({ NODE_ENV: 'production' }),
    argv: Object.freeze([]),
    browser: false,
    version,
    versions: { ...versions },
    platform,
    arch,
    stdout: output,
    stderr: output,
    cwd: () => '/',
    nextTick: (callback: (...values: unknown[]) => void, ...values: unknown[]) => nextTick(callback, ...values),
    hrtime: Object.assign(() => hrtime(), { bigint: () => hrtime.bigint() }),
    uptime: () => uptime(),
    on: nothing,
    once: nothing,
    off: nothing,
    emit: nothing,
    emitWarning: nothing,
    exit: refuse,
    kill: refuse,
    abort: refuse,
  });
}

/** Globals of Node by which code reaches the network or the rest of the process. */
const removed = [
  'fetch',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'Worker',
  'WebAssembly',
  'navigator',
];

/** Methods of the real process that a build must not call, should it ever get hold of it. */
const processMethods = ['kill', 'binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', '_debugProcess', 'abort', 'reallyExit'];

const setFor = (target: object, name: PropertyKey, value: unknown) =>
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false });

/**
 * Node 24 has no permission for the network, so every way to open a socket is closed where all libraries pass. `confineProcess.ts` does so
 * below JavaScript, where the operating system can.
 */
function closeNetwork(): void {
  // Loaded first, as it builds on what is closed below. From then on its agent is in the globals.
  new Request('http://localhost/');
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description?.startsWith('undici')) Reflect.set(globalThis, symbol, undefined);
  setFor(net.Socket.prototype, 'connect', refuse);
  setFor(net.Server.prototype, 'listen', refuse);
  for (const name of ['bind', 'connect', 'send']) setFor(dgram.Socket.prototype, name, refuse);
  for (const name of ['connect', 'createConnection', 'createServer', '_createServerHandle']) Reflect.set(net, name, refuse);
  for (const target of [dgram, dns, dns.promises])
    for (const [name, value] of Object.entries(target)) if (typeof value === 'function') Reflect.set(target, name, refuse);
}

/** Takes from this process what a server build must not have. There is no way back, so it runs once everything needed is loaded. */
export function removeGlobals(): void {
  closeNetwork();
  const silent = Object.freeze(Object.fromEntries(Object.keys(console).map((name) => [name, nothing])));
  const empty = emptyProcess();
  // A build that changes the prototype of all emitters would otherwise see the real process when a message arrives.
  for (const name of ['emit', 'on', 'once', 'off', 'listeners', 'listenerCount'] as const) setFor(process, name, process[name]);
  for (const name of processMethods) setFor(process, name, refuse);
  setFor(globalThis, 'process', empty);
  setFor(globalThis, 'console', silent);
  for (const name of removed) setFor(globalThis, name, undefined);
}
