// How a process that serves for long is started. Plain JavaScript, as tools/run.mjs needs it before anything is installed.

import path from 'node:path';

/**
 * On a machine with much memory V8 lets garbage pile up before it collects. A thread that serves holds about 110 MB of objects.
 * @type {readonly string[]}
 */
export const serverFlags = ['--max-semi-space-size=4', '--max-old-space-size=384'];

const compiled = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * The C library otherwise keeps freed memory in up to eight arenas per core. A start that finds its modules compiled takes half the
 * processor time to load them, which is what visitors wait for after a crash.
 * @type {Readonly<Record<string, string>>}
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiled };
