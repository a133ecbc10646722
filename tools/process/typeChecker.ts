/**
 * The compiler of TypeScript 7, from node_modules/.bin. The linter and the tools that parse sources need the API of TypeScript 6, which is
 * installed as `typescript` and has a `tsc` too.
 */
export const typeChecker = '../@typescript/native/bin/tsc';
