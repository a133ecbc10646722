import type { DayOrder } from '@masomo/domain/dayOrder';
import type { SupabaseClient } from '@supabase/supabase-js';
import { translatable } from '@masomo/domain/translatable';
import * as z from '@masomo/data/zod';
import { DataError, sayOr, unwrap, unwrapPage, withOwnKey, type Db } from '@masomo/data';
import { storeImportFile, type ImportFile } from './importFiles.ts';
import { rangeOf, type ListFilter, type ListPage } from '../listing.ts';

/** A row to import: `row` is its line in the file, the others its cells by field. */
export type ImportRow = { row: number } & Readonly<Record<string, string | number>>;
/** What cells mean, by field and cell. */
export type ImportChoices = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** What people said about single rows: cells by line. */
export type ImportAnswers = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const importStates = ['open', 'checked', 'queued', 'saving', 'saved', 'undoing', 'undone'] as const;

const unmatchedSchema = z.object({ column: z.string(), cell: z.string(), rows: z.number() });
const outcomeSchema = z.object({
  total: z._default(z.number(), 0),
  added: z._default(z.number(), 0),
  known: z._default(z.number(), 0),
  faulty: z._default(z.number(), 0),
  unmatched: z._default(z.array(unmatchedSchema), []),
  notes: z._default(z.unknown(), {}),
});
const choicesSchema = z.record(z.string(), z.record(z.string(), z.string()));
const matchesSchema = z.object({ columns: z.record(z.string(), z.string()), choices: choicesSchema });
/** How the school's files were matched last: the field of each title, and what its cells meant. */
export type ImportMatches = z.infer<typeof matchesSchema>;

/** A file of records: what its check found, and how far it was saved or undone. */
export type Import = ImportFile & {
  state: (typeof importStates)[number];
  choices: ImportChoices;
  /** How many rows there are, can be added, exist already and have problems; cells that nobody knows; and what else its kind says. */
  outcome: z.infer<typeof outcomeSchema>;
  saved: number;
  undone: number;
  createdAt: string;
  expiresAt: string;
};

const cellsSchema = z.record(z.string(), z.unknown());
const problemsSchema = z.array(z.looseObject({ column: z.string(), message: z.string() }));
/** A row with what is wrong with it, in the reader's language; `column` is empty where it is about the whole row. */
export type FaultyRow = { row: number; cells: Readonly<Record<string, string>>; problems: { column: string; message: string }[] };

export const importKeys = {
  list: (kind: string) => ['imports', kind] as const,
  faulty: (id: string, filter: ListFilter, version: string) => ['imports', 'faulty', id, filter, version] as const,
  matches: (kind: string) => ['imports', 'matches', kind] as const,
};

/** The school's imports of a kind that can be gone on with or undone, newest first. */
export async function listImports(db: Db, kind: string): Promise<Import[]> {
  const rows = unwrap(
    await db
      .from('imports')
      .select('id, school_id, file_name, file_size, state, choices, outcome, saved, undone, created_at, expires_at')
      .eq('kind', kind)
      .order('created_at', { ascending: false })
      .limit(10),
  );
  return rows.map((row) => ({
    id: row.id,
    schoolId: row.school_id,
    fileName: row.file_name,
    fileSize: row.file_size,
    state: importStates.find((state) => state === row.state) ?? 'open',
    choices: choicesSchema.parse(row.choices),
    outcome: outcomeSchema.parse(row.outcome),
    saved: row.saved,
    undone: row.undone,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** How the school's files of a kind were matched last; empty for the first one. */
export async function getImportMatches(db: Db, kind: string): Promise<ImportMatches> {
  const [row] = unwrap(await db.from('import_matches').select('columns, choices').eq('kind', kind).limit(1));
  return row ? matchesSchema.parse(row) : { columns: {}, choices: {} };
}

/** Rows that are sent at once. */
const sentRows = 2_000;
const maxRows = 10_000;

export type BroughtFile = {
  kind: string;
  file: File;
  dayOrder: DayOrder;
  rows: readonly ImportRow[];
  choices: ImportChoices;
  onSent?: (rows: number) => void;
};

/** Brings a file with the rows that were read from it, and has them checked; nothing is saved. Returns the import. */
export async function bringFile(
  db: Db,
  client: Pick<SupabaseClient, 'storage'>,
  { kind, file, dayOrder, rows, choices, onSent }: BroughtFile,
): Promise<string> {
  if (rows.length > maxRows)
    throw new DataError('invalid', translatable('A file holds 10,000 rows at most. Split it and import the parts.'), {
      code: 'import.too_many',
    });
  // Doing this again replaces what was not saved.
  const plain = withOwnKey(db);
  const id = unwrap(await plain.rpc('start_import', { kind, file_name: file.name, day_order: dayOrder }));
  await storeImportFile(db, client, { id, file });
  for (let from = 0; from < rows.length; from += sentRows) {
    onSent?.(from);
    unwrap(await plain.rpc('add_import_rows', { import: id, rows: rows.slice(from, from + sentRows) }));
  }
  onSent?.(rows.length);
  unwrap(await plain.rpc('check_import', { import: id, choices }));
  return id;
}

/** Checks the rows again with what people said of cells. */
export async function checkImport(db: Db, { id, choices }: { id: string; choices: ImportChoices }): Promise<void> {
  unwrap(await withOwnKey(db).rpc('check_import', { import: id, choices }));
}

/** Has the rows without problems saved. `columns` is the field of each title, for the school's next file. */
export async function saveImport(
  db: Db,
  { id, answers, columns }: { id: string; answers: ImportAnswers; columns: Readonly<Record<string, string>> },
): Promise<void> {
  unwrap(await db.rpc('save_import', { import: id, answers, columns }));
}

/** Has the records of an import deleted that nobody used since. */
export async function undoImport(db: Db, id: string): Promise<void> {
  unwrap(await db.rpc('undo_import', { import: id }));
}

/** The rows of an import that have problems, in the order of the file. */
export async function listFaultyRows(db: Db, id: string, filter: Pick<ListFilter, 'page' | 'pageSize'>): Promise<ListPage<FaultyRow>> {
  const { rows, total } = unwrapPage(
    await db
      .from('import_rows')
      .select('line, cells, problems', { count: 'exact' })
      .eq('import_id', id)
      .neq('problems', '[]')
      .order('line')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map(({ line, cells, problems }) => ({
      row: line,
      cells: Object.fromEntries(Object.entries(cellsSchema.parse(cells)).map(([field, cell]) => [field, String(cell)])),
      problems: problemsSchema.parse(problems).map(({ column, message, ...said }) => ({ column, message: sayOr(said, message) })),
    })),
  };
}

/** All rows of an import that have problems. */
export async function readFaultyRows(db: Db, id: string): Promise<FaultyRow[]> {
  const read: FaultyRow[] = [];
  for (let page = 0; ; page += 1) {
    const { rows, total } = await listFaultyRows(db, id, { page, pageSize: 1_000 });
    read.push(...rows);
    if (rows.length === 0 || read.length >= total) return read;
  }
}
