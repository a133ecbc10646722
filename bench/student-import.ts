import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { chromium, type Page } from '@playwright/test';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import { withClient } from '@masomo/local/database/connections';
import { csvLine } from '@masomo/domain/csv';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { accounts } from '@masomo/tools/browser/demoAccounts.ts';
import { atMost, ratioAtLeast, type Finding } from './measure/benchmark.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';

export const description =
  'A file of 5,000 students with 40 faulty rows on the import screen, as CSV and as a workbook: checked, imported, and undone; beside COPY of the same rows.';

const size = { rows: 5_000, faulty: 40 };
const limitsMs = { check: 10_000, import: 30_000, undo: 30_000 };
const header = [
  'Admission number',
  'First name',
  'Last name',
  'Gender',
  'Date of birth',
  'Admitted on',
  'Guardian name',
  'Guardian phone',
  'Guardian email',
  'Relationship',
];

/** The rows of an office: families of one to four children, whose guardian is written in more than one way. */
const students = (): string[][] =>
  Array.from({ length: size.rows }, (_, index) => {
    const family = Math.floor(index / 2.3);
    const isFaulty = index % (size.rows / size.faulty) === 7;
    return [
      `IM/${String(index).padStart(5, '0')}`,
      ['Amani', 'Brian', 'Renée', "Ng'endo"][index % 4] ?? '',
      `Kiprop${family}`,
      index % 2 ? 'F' : 'M',
      isFaulty ? '31/02/2014' : `${String((index % 28) + 1).padStart(2, '0')}/05/2014`,
      '05/01/2026',
      index % 3 ? `Mary Kiprop${family}` : `Mrs. KIPROP${family} Mary`,
      index % 7 ? `07${String(12_000_000 + family)}` : '',
      index % 5 ? `mary.${family}@family.example` : '',
      index % 2 ? 'Mother' : 'Mum',
    ];
  });

type BroughtFile = { format: string; name: string; mimeType: string; buffer: Buffer };
async function filesOfStudents(): Promise<BroughtFile[]> {
  const rows = [header, ...students()];
  const workbook = await writeXlsxFile(rows.map((cells) => cells.map((value): Cell => ({ type: String, value })))).toBuffer();
  return [
    { format: 'CSV', name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.map(csvLine).join('')) },
    {
      format: 'XLSX',
      name: 'students.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook,
    },
  ];
}

/** What the last import added, by table, with the rows that are of it. */
const added = {
  students: `id in (select r.record_id from private.import_records r where r.place = 1)`,
  guardians: `id in (select r.record_id from private.import_records r where r.place = 2)`,
  student_guardians: `student_id in (select r.record_id from private.import_records r where r.place = 1)`,
};
const columnsOf = async (client: Client, table: string) =>
  (
    await client.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
  ).rows[0]!.columns;

type KeptTable = { into: string; content: Buffer };

/** The rows that the last import added, as COPY writes them. */
async function keepRows(client: Client): Promise<KeptTable[]> {
  const kept: KeptTable[] = [];
  for (const [table, rows] of Object.entries(added)) {
    const columns = await columnsOf(client, table);
    const stream = client.query(copyTo(`copy (select ${columns} from public.${table} where ${rows}) to stdout`));
    kept.push({ into: `public.${table} (${columns})`, content: await buffer(stream) });
  }
  return kept;
}

/** How long COPY of those rows takes, with all constraints, indexes and triggers of their tables; nothing stays. */
async function timeCopy(client: Client, tables: readonly KeptTable[]): Promise<number> {
  await client.query('begin');
  const startedAt = performance.now();
  for (const { into, content } of tables) await pipeline(Readable.from([content]), client.query(copyFrom(`copy ${into} from stdin`)));
  const milliseconds = performance.now() - startedAt;
  await client.query('rollback');
  return milliseconds;
}

/** From the press until the last row was saved. */
const jobTime = async (client: Client) =>
  Number(
    (
      await client.query<{ ms: string }>(
        `select extract(epoch from finished_at - created_at) * 1000 as ms from public.jobs
         where kind = 'save-import' and state = 'done' order by created_at desc limit 1`,
      )
    ).rows[0]!.ms,
  );

async function timed(page: Page, shown: RegExp, act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  await page.getByText(shown).first().waitFor({ timeout: 120_000 });
  return performance.now() - startedAt;
}

/** Brings a file as an administrator does, and undoes it. */
async function bring(page: Page, client: Client, { format, ...file }: BroughtFile): Promise<Finding[]> {
  // As a day later: the page shows nothing of the file before.
  await client.query('delete from public.imports');
  await page.goto('/dashboard/students/import');
  const input = page.getByLabel(/^File to import/);
  await input.waitFor();
  const check = await timed(page, /4,960 rows can be imported. 40 rows have a problem./, async () => {
    await input.setInputFiles(file);
    await page.getByRole('button', { name: 'Check rows' }).click();
  });
  const imported = await timed(page, /4,960 rows imported./, () => page.getByRole('button', { name: /^Import 4,960/ }).click());
  const job = await jobTime(client);
  const kept = await keepRows(client);
  await page.getByRole('button', { name: 'Undo this import' }).first().click();
  const undone = await timed(page, /Undone: 4,960 rows were removed again./, () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click(),
  );
  const copy = await timeCopy(client, kept);
  return [
    atMost(`${format}: reading and checking 5,000 rows, 40 of them faulty`, check, limitsMs.check),
    atMost(`${format}: importing the 4,960 others`, imported, limitsMs.import),
    atMost(`${format}: undoing them`, undone, limitsMs.undo),
    ratioAtLeast(`${format}: speed of saving, of that of COPY`, copy / job, 0.1, `${Math.round(job)} ms, COPY ${Math.round(copy)} ms`),
  ];
}

/** Imports the files in a browser. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await withClient(product.databaseUrl, (client) => client.query('update public.plans set max_students = null'));
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ baseURL: product.origin });
      await page.goto('/login');
      await page.getByLabel('Email').fill(accounts.admin);
      await page.getByLabel(/^Password/).fill(product.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/dashboard$/);
      const findings: Finding[] = [];
      for (const file of await filesOfStudents())
        findings.push(...(await withClient(product.databaseUrl, (client) => bring(page, client, file))));
      return findings;
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}
