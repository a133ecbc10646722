// To a name it does not know PostgREST answers with the most similar one it knows, and takes a time for that which grows with the square of the name's
// length: one address of ten kilobytes occupied it for seconds.

/** PostgreSQL's own names have at most 63 bytes. */
const maxNameLength = 128;
const maxNames = 64;

const areMany = (names: readonly string[]) => names.length > maxNames;
const areLong = (names: readonly string[]) => names.some((name) => name.length > maxNameLength);

/** Whether an address of the REST interface names more, or longer things than any screen does: tables, functions, parameters, columns and what is embedded. */
export function hasUnlikelyNames(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  const parameters = [...searchParams.keys()];
  const selected = searchParams.getAll('select').flatMap((select) => select.split(/\W+/));
  return areMany(parameters) || areLong([...pathname.split('/'), ...parameters, ...selected]);
}

/** Whether a body names more, or longer arguments of a function than any screen does. What is no JSON names none. */
export function hasUnlikelyArguments(body: string): boolean {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return false;
  }
  const names = [
    ...new Set([read].flat().flatMap((part: unknown) => (typeof part === 'object' && part !== null ? Object.keys(part) : []))),
  ];
  return areMany(names) || areLong(names);
}

/** Calls of functions, whose arguments are the keys of the body. */
export const isFunctionCall = (address: string) => new URL(address).pathname.startsWith('/rest/v1/rpc/');
