import type { FunctionsRuntime } from './createFunctionsService.ts';

/** What this run of the tests runs the edge functions with. */
export const testedRuntime: FunctionsRuntime = process.env['FUNCTIONS_RUNTIME'] === 'deno' ? 'deno' : 'threads';
