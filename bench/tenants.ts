import type { Finding } from './measure/benchmark.ts';
import { compareSizes } from './measure/compareSizes.ts';
import { findLoadedPlaces, loadedAccounts, schoolWrites, type Write } from './measure/loadedSchools.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { readSize } from './measure/readSize.ts';
import { screenReads, type Role } from './measure/screenReads.ts';
import { loadSchools } from '@masomo/tools/database/loadSchools.ts';

const schools = readSize('BENCH_SCHOOLS', 1_000);

export const description =
  'What the screens of every role read and write in one of 1,000 schools of 500 students (BENCH_SCHOOLS), four at once, compared with the only school.';

type Side = { reads: Record<Role, Record<string, Write>>; writes: Record<string, Write> };

/** The reads and writes of one school of an installation with this many. */
async function openSide(product: Product, count: number, log: (line: string) => void): Promise<Side> {
  await loadSchools(product.databaseUrl, { schools: count, password: product.password }, log);
  const [place] = await findLoadedPlaces(product.databaseUrl, [Math.ceil(count / 2)]);
  if (!place) throw new Error('The loaded school was not found.');
  const accounts = loadedAccounts(place.number);
  const reads = screenReads(place);
  const readsAs = async (role: Role) => {
    const db = await product.dbAs(accounts[role]);
    return Object.fromEntries(Object.entries(reads[role]).map(([what, read]) => [what, () => read(db)]));
  };
  return {
    reads: {
      admin: await readsAs('admin'),
      teacher: await readsAs('teacher'),
      staff: await readsAs('staff'),
      parent: await readsAs('parent'),
      student: await readsAs('student'),
      superAdmin: await readsAs('superAdmin'),
    },
    writes: await schoolWrites(product, place),
  };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const closing: (() => Promise<void>)[] = [];
  const open = async () => {
    const product = await openProduct(log);
    closing.push(product.stop);
    return product;
  };
  try {
    const one = await openSide(await open(), 1, log);
    const many = await openSide(await open(), schools, log);
    const findings: Finding[] = [];
    for (const role of Object.keys(many.reads) as Role[])
      findings.push(...(await compareSizes(role, one.reads[role], many.reads[role], log)));
    findings.push(...(await compareSizes('writes', one.writes, many.writes, log)));
    return findings;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}
