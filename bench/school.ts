import { withClient } from '@masomo/local/database/connections';
import { accounts } from '@masomo/tools/browser/demoAccounts.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { interleave, quantile, steadyQuantile } from './measure/interleave.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { screenReads, type Place } from './measure/screenReads.ts';
import { loadSchool } from './measure/loadSchool.ts';

export const description =
  'Every list of every role through the gateway, in a school of 2,000 students and 200 classes with a year of registers, marks and fees.';

const rounds = 40;
const batches = 4;
const limitMs = 150;
const size = { classes: 200, students: 2_000 };
async function findLoadedSchool(databaseUrl: string): Promise<Place> {
  return withClient(databaseUrl, async (client) => {
    const {
      rows: [place],
    } = await client.query<Place>(`
      select s.id as school, c.id as group, (select id from public.subjects where school_id = s.id and name = 'Mathematics') as subject, t.id as term,
        (select id from public.students where class_id = c.id order by admission_number limit 1) as student, k.id as child, k.class_id as "childClass", (select id from public.users where email = 'teacher@greenfield.test') as teacher, (select id from public.users where email = 'admin@greenfield.test') as admin,
        t.starts_on::text as from, current_date::text as to
      from public.schools s join public.classes c on c.school_id = s.id and c.name = 'Load 001', lateral (select * from public.school_terms t where t.school_id = s.id and t.starts_on <= current_date order by t.starts_on desc limit 1) t, lateral (select id, class_id from public.students where user_id = (select id from public.users where email = 'student@greenfield.test')) k
      where s.name = 'Greenfield Academy'`);
    if (!place) throw new Error('The loaded school was not found.');
    return place;
  });
}

async function measure(product: Product, log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const reads = screenReads(await findLoadedSchool(product.databaseUrl));
  for (const role of Object.keys(accounts) as (keyof typeof accounts)[]) {
    const db = await product.dbAs(accounts[role]);
    const samples = await interleave(Object.fromEntries(Object.entries(reads[role]).map(([what, read]) => [what, () => read(db)])), {
      rounds,
    });
    for (const [what, times] of Object.entries(samples)) {
      log(`${role}: ${what}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`);
      findings.push(atMost(`${role}: ${what}, p95`, steadyQuantile(times, 0.95, batches), limitMs));
    }
  }
  return findings;
}

/** Starts a separate product, loads the school into it and requests every list through the gateway. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadSchool(product.databaseUrl, size, log);
    return await measure(product, log);
  } finally {
    await product.stop();
  }
}
