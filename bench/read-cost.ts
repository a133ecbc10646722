import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openClient, withClient } from '@masomo/local/database/connections';
import { runtimeConfigSchema } from '@masomo/contracts/runtimeConfig';
import { ratioAtLeast, type Finding } from './measure/benchmark.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';

export const description =
  'The cost of a signed-in read: through the gateway vs. an anonymous read, in the database with policies vs. without; pages with unknown parameters';

const rounds = 5;
const roundSeconds = 3;
const connections = 8;
const account = 'admin@greenfield.test';
/** Whose reads are compared with an anonymous one, and the roles that they are given besides their own. */
const readers = [
  { what: 'an administrator', email: account, besides: [] },
  { what: 'a teacher', email: 'teacher@greenfield.test', besides: [] },
  { what: 'a parent', email: 'parent@greenfield.test', besides: [] },
  { what: 'a person with three roles', email: 'staff@greenfield.test', besides: ['admin', 'teacher'] },
] as const;
type Reader = (typeof readers)[number];
const rowCount = 20;
const schemaReloadMs = 15_000;
const columns = 'id,admission_number,first_name,last_name,gender,date_of_birth,class_id,status,admitted_on';
const pathOf = (table: string) => `/rest/v1/${table}?select=${columns}&order=admission_number&limit=${rowCount}`;

type Load = { path: string; headers: Record<string, string> };

const median = (values: readonly number[]) => quantile(values, 0.5);

/** Requests per second of several loads, each the median of rounds that alternate between them. */
async function ratesOf<Name extends string>(origin: string, loads: Record<Name, readonly Load[]>): Promise<Record<Name, number>> {
  const names = Object.keys(loads) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await autocannon({ url: origin, connections, duration: roundSeconds, requests: [...loads[name]] });
      if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed: ${name}.`);
      if (round >= 0) rates[name].push(result.requests.average);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Record<Name, number>;
}

const perSecond = (rate: number) => `${rate.toFixed(0)}/s`;

/** Copies what a reader sees to a table that everyone may read, so that both reads answer with the same bytes. */
async function publish(databaseUrl: string, table: string, ids: readonly string[]): Promise<void> {
  await withClient(databaseUrl, async (owner) => {
    await owner.query(`create table public.${table} as select * from public.students where id = any ('{${ids.join()}}');
      create index on public.${table} (school_id, admission_number);
      alter table public.${table} enable row level security;
      create policy "Everyone sees them" on public.${table} for select to anon using (true);
      grant select on public.${table} to anon;
      analyze public.${table};
      notify pgrst, 'reload schema'`);
  });
}

/** Gives a person more of their school's roles. */
async function addRoles(databaseUrl: string, { email, besides }: Reader): Promise<void> {
  await withClient(databaseUrl, (owner) =>
    owner.query(
      `insert into private.memberships (user_id, school_id, role_id)
       select u.id, u.school_id, r.id from public.users u join private.school_roles r on r.school_id is null and r.base::text = any ($2)
       where u.email = $1`,
      [email, besides],
    ),
  );
}

async function compareReader(product: Product, reader: Reader, log: (line: string) => void): Promise<Finding> {
  const { origin, databaseUrl, signIn } = product;
  const { publishableKey: apikey } = runtimeConfigSchema.parse(await (await fetch(`${origin}/config.json`)).json());
  await addRoles(databaseUrl, reader);
  const table = `read_cost_${readers.indexOf(reader)}`;
  const signedInLoad = { path: pathOf('students'), headers: { apikey, authorization: `Bearer ${await signIn(reader.email)}` } };
  const anonymousLoad = { path: pathOf(table), headers: { apikey } };
  const read = async ({ path, headers }: Load) => (await fetch(origin + path, { headers })).text();
  const body = await read(signedInLoad);
  const rows = JSON.parse(body) as { id: string }[];
  log(`${reader.what}: ${rows.length} rows, ${body.length} characters`);
  await publish(
    databaseUrl,
    table,
    rows.map(({ id }) => id),
  );
  const deadline = Date.now() + schemaReloadMs;
  while ((await read(anonymousLoad)) !== body) {
    if (Date.now() > deadline) throw new Error('The two reads do not answer with the same bytes.');
    await setTimeout(100);
  }
  const { signedIn, anonymous } = await ratesOf(origin, { signedIn: [signedInLoad], anonymous: [anonymousLoad] });
  return ratioAtLeast(
    `read of ${reader.what} vs. anonymous read of the same bytes, through the gateway`,
    signedIn / anonymous,
    0.8,
    `${perSecond(signedIn)} / ${perSecond(anonymous)}`,
  );
}

async function compareReaders(product: Product, log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const reader of readers) findings.push(await compareReader(product, reader, log));
  return findings;
}

/** Reads in one call, so that the time is the database's own. */
const repetitions = 200;

async function comparePolicies({ databaseUrl }: Product): Promise<Finding> {
  const connect = async () => {
    const client = await openClient(databaseUrl);
    return client;
  };
  const [owner, caller] = [await connect(), await connect()];
  try {
    const { rows } = await owner.query<{ id: string; school: string; session: string }>(
      `with opened as (insert into auth.sessions (id, user_id, aal) select gen_random_uuid(), id, 'aal1' from public.users where email = $1 returning id, user_id)
       select u.id, u.school_id as school, o.id as session from public.users u join opened o on o.user_id = u.id`,
      [account],
    );
    const person = rows[0];
    if (!person) throw new Error(`There is no account ${account}.`);
    const claims = { sub: person.id, role: 'authenticated', email: account, aal: 'aal1', session_id: person.session };
    await caller.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify(claims)]);
    await caller.query('set role authenticated');
    // As PostgREST asks, with rows as JSON. The owner is not subject to policies and names the school instead.
    const readOf = (condition: string) =>
      `do $do$ begin for i in 1..${repetitions} loop perform coalesce(json_agg(s), '[]') from (select ${columns} from public.students where ${condition} order by admission_number limit ${rowCount}) s; end loop; end $do$`;
    const samples = await interleave(
      { with: () => caller.query(readOf('true')), without: () => owner.query(readOf(`school_id = '${person.school}'`)) },
      { rounds: 40 },
    );
    const rate = (name: keyof typeof samples) => repetitions / (median(samples[name]) / 1000);
    return ratioAtLeast(
      'read in the database, with policies vs. without',
      rate('with') / rate('without'),
      0.6,
      `${perSecond(rate('with'))} / ${perSecond(rate('without'))}`,
    );
  } finally {
    await Promise.all([owner.end(), caller.end()]);
  }
}

async function compareParameters({ origin }: Product): Promise<Finding> {
  const headers = { 'accept-encoding': 'br' };
  const { plain, unknown } = await ratesOf(origin, {
    plain: [{ path: '/features', headers }],
    unknown: Array.from({ length: 1_000 }, (_, index) => ({ path: `/features?x=${index}`, headers })),
  });
  return ratioAtLeast('page with an unknown parameter vs. without', unknown / plain, 0.9, `${perSecond(unknown)} / ${perSecond(plain)}`);
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    return [...(await compareReaders(product, log)), await comparePolicies(product), await compareParameters(product)];
  } finally {
    await product.stop();
  }
}
