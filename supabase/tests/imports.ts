import { declareKinds, takeStep } from '@masomo/worker/createWorker';
import type { JobKinds } from '@masomo/worker/findJobs';
import type { TestDatabase } from './database.ts';
import { kindsOf, workerOf } from './jobs.ts';

export type Problem = { row: number; column: string; message: string };
/** What an import found, and what it did when it was not only checked. */
export type ImportOutcome = {
  id: string;
  total: number;
  added: number;
  known: number;
  problems: Problem[];
  notes: { room?: unknown; likely?: Record<string, unknown>[] };
  unmatched: { column: string; cell: string; rows: number }[];
  state: string;
  saved: number;
  undone: number;
};
type Options = { kind?: string; dayOrder?: string; choices?: object; answers?: object; columns?: object };

const kinds = ['save-import', 'undo-import'];

/** Does what jobs wait of imports, as a worker would; `steps` of it, or all. */
export async function workImports(database: TestDatabase, steps = Infinity): Promise<void> {
  const worker = workerOf(database, await kindsOf(...kinds));
  try {
    await declareKinds(worker.pool, worker.kinds);
    for (let step = 0; step < steps && (await takeStep(worker)); step += 1);
  } finally {
    await worker.pool.end();
  }
}

export async function callAs<T>(database: TestDatabase, caller: string, sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values));
  return rows[0]!.r;
}

/** Brings rows as the import's screen does and has them checked. */
export async function checkFile(
  database: TestDatabase,
  caller: string,
  rows: readonly object[],
  { kind = 'students', dayOrder = 'day-first', choices }: Options = {},
): Promise<ImportOutcome> {
  const id = await callAs<string>(database, caller, 'public.start_import($1, $2, $3)', [kind, 'File.csv', dayOrder]);
  await callAs(database, caller, 'public.add_import_rows($1, $2)', [id, JSON.stringify(rows)]);
  const checked = await callAs<ImportOutcome>(database, caller, 'public.check_import($1, $2)', [
    id,
    choices ? JSON.stringify(choices) : null,
  ]);
  return { ...checked, ...(await importNow(database, id)) };
}

/** An import as it is now, with the problems of its rows. */
export async function importNow(database: TestDatabase, id: string) {
  const { rows } = await database.owner.query<Pick<ImportOutcome, 'state' | 'saved' | 'undone' | 'problems'>>(
    `select i.state, i.saved, i.undone, (select coalesce(jsonb_agg(p.value order by r.line, p.ordinality), '[]')
       from public.import_rows r, jsonb_array_elements(r.problems) with ordinality p where r.import_id = i.id) as problems
     from public.imports i where i.id = $1`,
    [id],
  );
  return { id, ...rows[0]! };
}

/** Has a checked import saved. */
export async function saveImport(
  database: TestDatabase,
  caller: string,
  id: string,
  { answers = {}, columns = {} }: Options = {},
): Promise<void> {
  await declareImportJobs(database);
  await callAs(database, caller, 'public.save_import($1, $2, $3)', [id, JSON.stringify(answers), JSON.stringify(columns)]);
}

/** Imports rows as the screen and the worker do. */
export async function importFile(
  database: TestDatabase,
  caller: string,
  rows: readonly object[],
  options: Options = {},
): Promise<ImportOutcome> {
  const checked = await checkFile(database, caller, rows, options);
  await saveImport(database, caller, checked.id, options);
  await workImports(database);
  return { ...checked, ...(await importNow(database, checked.id)) };
}

/** Has an import undone. */
export async function undoImport(database: TestDatabase, caller: string, id: string) {
  await declareImportJobs(database);
  await callAs(database, caller, 'public.undo_import($1)', [id]);
  await workImports(database);
  return importNow(database, id);
}

async function declareImportJobs(database: TestDatabase): Promise<void> {
  const worker = workerOf(database, await kindsOf(...kinds));
  await declareKinds(worker.pool, worker.kinds);
  await worker.pool.end();
}

/** A worker whose connection is killed once it has done the statements of a step, before they are kept. */
export async function killWithinStep(database: TestDatabase): Promise<void> {
  const dying: JobKinds = new Map(
    [...(await kindsOf(...kinds))].map(([name, kind]) => [
      name,
      {
        ...kind,
        async step(job) {
          if (typeof kind.step === 'string') throw new Error('A step of an import is a function.');
          const step = await kind.step(job);
          const [own] = await job.sql('select pg_backend_pid() as pid');
          await database.owner.query('select pg_terminate_backend($1)', [own?.['pid']]);
          return step;
        },
      },
    ]),
  );
  const worker = workerOf(database, dying);
  await takeStep(worker).catch(() => {});
  await worker.pool.end();
}
