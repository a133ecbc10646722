/** A size of a benchmark, smaller or larger than usual where this environment variable says so. */
export function readSize(variable: string, usual: number): number {
  const size = Number(process.env[variable] ?? usual);
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`${variable} is a whole number from 1 up.`);
  return size;
}
