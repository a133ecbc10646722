/**
 * First and last name of a whole name: the first word and the rest, or, with a comma as in `Akinyi, Mary`, what is after and before it.
 * One name is enough; the last name is then empty.
 */
export function splitName(whole: string): { first: string; last: string } {
  const [before = '', after] = whole.split(',', 2).map((part) => part.replace(/\s+/g, ' ').trim());
  if (after) return { first: after, last: before };
  const [first = '', ...others] = before.split(' ');
  return { first, last: others.join(' ') };
}

/** The whole name of a person who may have one name only. */
export function fullName(first: string | null | undefined, last: string | null | undefined): string {
  return [first ?? '', last ?? ''].filter((part) => part.trim() !== '').join(' ');
}

/** A name as lists sort it: `Njeri, Brian`, or the one name of who has no other. */
export function surnameFirst(first: string | null | undefined, last: string | null | undefined): string {
  return [last ?? '', first ?? ''].filter((part) => part.trim() !== '').join(', ');
}
