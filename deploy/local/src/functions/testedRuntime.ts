import type { FunctionsRuntime } from './createFunctionsService.ts';

/** Runtime of the edge functions in this test run. */
export const testedRuntime: FunctionsRuntime = process.env['FUNCTIONS_RUNTIME'] === 'deno' ? 'deno' : 'threads';
