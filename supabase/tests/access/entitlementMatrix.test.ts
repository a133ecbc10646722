import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@masomo/domain/tableAccess';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { useApi, type Answer } from './api.ts';
import { accounts, readTables } from './cells.ts';
import { addonFeatures, entitledOperations, type Operation } from './entitledOperations.ts';

/** What a school may do through the API, in each state of its subscription and licences: every feature, as every role, read and written. */
const database = useDatabase();
beforeAll(() => addFixture(database.owner));
const api = useApi(database);
const actors = Object.keys(accounts) as Actor[];
const members: readonly Actor[] = ['admin', 'teacher', 'staff', 'parent', 'student'];

type Subscription = 'running' | 'trial' | 'grace' | 'ended' | 'closed';
type Licence = 'valid' | 'over' | 'never bought' | 'paid back' | 'for later';
type State = { subscription: Subscription; licence: Licence };
const subscriptions: readonly Subscription[] = ['running', 'trial', 'grace', 'ended', 'closed'];
const licences: readonly Licence[] = ['valid', 'over', 'never bought', 'paid back', 'for later'];
const states: State[] = [
  ...licences.map((licence) => ({ subscription: 'running', licence }) as const),
  ...subscriptions
    .slice(1)
    .flatMap((subscription) => (['valid', 'over', 'paid back'] as const).map((licence) => ({ subscription, licence }))),
];

/** The three states as the rules write them. */
function entitlement(feature: string, { subscription, licence }: State): 'on' | 'read-only' | 'off' {
  const isRunning = subscription === 'running' || subscription === 'trial';
  if (feature.startsWith('module')) return isRunning ? 'on' : 'read-only';
  if (licence === 'never bought' || licence === 'paid back' || licence === 'for later') return 'off';
  return isRunning && licence === 'valid' ? 'on' : 'read-only';
}

type Outcome = 'done' | 'refused' | 'subscription ended' | 'licence expired' | 'off';
const anyRefusal: Outcome[] = ['refused', 'subscription ended', 'licence expired', 'off'];
/** What may happen. A caller who may not do something in any state is refused with any of the reasons. */
function expected(operation: Operation, actor: Actor, state: State): Outcome[] {
  if (state.subscription === 'closed' && members.includes(actor) && actor !== 'admin')
    // Only administrators come into a closed school; to everybody else it is as if they had none, with rows of their own at most.
    return operation.mayDo('user') ? ['done', 'refused'] : anyRefusal;
  if (!operation.mayDo(actor)) return anyRefusal;
  if (!members.includes(actor)) return ['done'];
  const is = entitlement(operation.feature, state);
  if (is === 'on' || (is === 'read-only' && operation.verb === 'read')) return ['done'];
  if (is === 'read-only') return [entitlement('module', state) === 'on' ? 'licence expired' : 'subscription ended'];
  return operation.verb === 'read' ? ['off', 'refused'] : ['off'];
}

function outcomeOf(operation: Operation, { status, code, hint, rows, body }: Answer): Outcome | string {
  if (status === 401 || status === 403) {
    const told: Record<string, Outcome> = {
      'subscription.ended': 'subscription ended',
      'addon.expired': 'licence expired',
      'addon.off': 'off',
    };
    return told[hint] ?? 'refused';
  }
  const isOk = status >= 200 && status < 300;
  if (operation.method === 'HEAD') return isOk ? (rows > 0 ? 'done' : 'refused') : `${status}`;
  if (isOk || (!operation.isComplete && code.startsWith('P000'))) return 'done';
  return `${status} ${code} ${hint} ${JSON.stringify(body)}`;
}

let school: string;
let operations: Operation[];

async function enter({ subscription, licence }: State): Promise<void> {
  const lastDay = { running: 10, trial: 10, grace: -30, ended: -31, closed: -31 }[subscription];
  const { owner } = database;
  await owner.query(
    'update public.subscriptions set started_on = private.today() - 200, ends_on = private.today() + $2::integer, is_trial = $3 where school_id = $1',
    [school, lastDay, subscription === 'trial'],
  );
  await owner.query('update public.schools set closed_at = case when $2 then now() end where id = $1', [school, subscription === 'closed']);
  await owner.query('delete from public.licences where school_id = $1 and feature is not null', [school]);
  if (licence !== 'never bought')
    await owner.query(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, revoked_at)
       select gen_random_uuid(), $1, 'addon', f, 'saas', 100, gen_random_uuid(), f, private.today() + $3::integer, private.today() + $4::integer, case when $5 then now() end
       from unnest($2::text[]) f`,
      [school, addonFeatures, licence === 'for later' ? 1 : -20, licence === 'over' ? -1 : 100, licence === 'paid back'],
    );
  await owner.query("delete from public.audit_log where entity in ('subscriptions', 'schools', 'licences')");
}

beforeAll(async () => {
  school = (await database.owner.query<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'")).rows[0]!.id;
  const tables = (await readTables(database.owner)).filter(
    ({ name, columns }) => name === 'schools' || columns.some((column) => column.name === 'school_id'),
  );
  operations = await entitledOperations(
    database.owner,
    school,
    tables.map(({ name }) => name),
  );
});

let calls = 0;
/** Asks every operation as every actor, some at a time, and lists what differs from what is written. */
async function tryAll(state: State, verb: Operation['verb'], check: (cell: string, rows: number) => string | undefined = () => undefined) {
  // What comes with a plan does not depend on licences.
  const tried = operations.filter((each) => each.verb === verb && (each.feature !== 'module' || state.licence === 'valid'));
  const cells = tried.flatMap((operation) => actors.map((actor) => ({ operation, actor })));
  const wrong: (string | undefined)[] = [];
  const worker = async () => {
    for (let cell = cells.shift(); cell; cell = cells.shift()) {
      const { operation, actor } = cell;
      calls += 1;
      const answer = await api.ask(actor, operation.method, operation.address, operation.body?.(calls));
      const [allowed, found] = [expected(operation, actor, state), outcomeOf(operation, answer)];
      const name = `${actor} ${verb} ${operation.feature} ${operation.name}`;
      if (!allowed.some((each) => each === found)) wrong.push(`${name}: ${found}, not ${allowed.join(' or ')}`);
      else if (operation.method === 'HEAD' && allowed.join() === 'done') wrong.push(check(name, answer.rows));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong.filter((each) => each !== undefined);
}

describe('the matrix of entitlement', () => {
  const seen = new Map<string, number>();

  it.each(states)('is read as written: subscription $subscription, licences $licence', async (state) => {
    await enter(state);
    const wrong = await tryAll(state, 'read', (cell, rows) => {
      const before = seen.get(cell);
      if (before === undefined) seen.set(cell, rows);
      // Reading children's records is noted in the log itself.
      return rows === (before ?? rows) || cell.endsWith(' audit_log') ? undefined : `${cell}: ${rows} rows, ${before} before`;
    });
    expect(wrong).toEqual([]);
  });

  it.each(states)('is written as written: subscription $subscription, licences $licence', async (state) => {
    await enter(state);
    expect(await tryAll(state, 'write')).toEqual([]);
  });

  it('knows every table and function that asks whether an add-on is on', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ '(require_addon|addon_school|two_factor_school|cashier_school)'
       union select tablename from pg_policies where schemaname = 'public' and qual ~ 'addon_school' order by 1`,
    );
    const known = operations.filter(({ feature }) => feature !== 'module').map(({ name }) => name);
    // Settings are of any add-on.
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual(['save_addon_settings']);
  });

  it('has thousands of cells', () => {
    const ofAddons = operations.filter(({ feature }) => feature !== 'module').length;
    const valid = states.filter(({ licence }) => licence === 'valid').length;
    expect(calls).toBe(actors.length * (ofAddons * states.length + (operations.length - ofAddons) * valid));
    expect(calls).toBeGreaterThan(7_000);
  });
});

describe('in every state of its subscription', () => {
  const licence = 'never bought';

  it.each(subscriptions)('a school starts an export: %s', async (subscription) => {
    await enter({ subscription, licence });
    await database.owner.query('delete from public.school_exports where school_id = $1', [school]);
    await database.owner.query(
      "insert into private.job_kinds (name, permission) values ('school-export', 'school:export') on conflict do nothing",
    );
    for (const actor of actors)
      expect([actor, (await api.ask(actor, 'POST', 'rpc/start_school_export', {})).status === 200]).toEqual([actor, actor === 'admin']);
  });

  it.each(subscriptions)('a school orders, and a provider’s payment is recorded: %s', async (subscription) => {
    await enter({ subscription, licence });
    const { rows } = await database.owner.query<{ id: string }>(
      "select id from public.addons where name = 'QR Code Attendance' and category = 'saas'",
    );
    const order = await api.ask('admin', 'POST', 'rpc/place_order', {
      idempotency_key: crypto.randomUUID(),
      billing: { firstName: 'Ann', lastName: 'Were', email: 'ann@school.test', phone: '0712345678', institution: 'Greenfield' },
      payment_method: 'bank',
      lines: [{ addon_id: rows[0]!.id, quantity: 1 }],
    });
    expect(order).toMatchObject({ status: 200 });
    const [{ id, total_amount: amount }] = order.body as [{ id: string; total_amount: number }];
    const report = { order_id: id, method: 'bank', amount, receipt: `RCPT${subscription}` };
    expect((await api.ask('admin', 'POST', 'rpc/record_payment', report)).status).toBe(403);
    for (const time of ['first', 'again'])
      expect([time, (await api.ask('server', 'POST', 'rpc/record_payment', report)).status]).toEqual([time, 200]);
    expect((await api.ask('admin', 'GET', `orders?select=status&id=eq.${id}`)).body).toEqual([{ status: 'completed' }]);
    expect((await api.ask('admin', 'GET', `payments?select=amount&order_id=eq.${id}`)).body).toEqual([{ amount }]);
    expect((await api.ask('admin', 'GET', `licences?select=feature&order_id=eq.${id}`)).body).toEqual([{ feature: 'addon:qr-attendance' }]);
  });
});
