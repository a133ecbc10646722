import { chromium, type Page } from '@playwright/test';
import { withClient } from '@masomo/local/database/connections';
import { csvLine } from '@masomo/domain/csv';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { accounts } from '@masomo/tools/browser/demoAccounts.ts';
import { withoutEvents } from '@masomo/tools/browser/withoutEvents.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';

export const description = 'A file of 5,000 students with 40 faulty rows on the import screen: reading and checking it, then importing it.';

const size = { rows: 5_000, faulty: 40 };
const limitsMs = { check: 10_000, import: 30_000 };
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

/** A file as an office keeps it: families of one to four children, whose guardian is written in more than one way. */
function fileOfStudents(): string {
  const lines = Array.from({ length: size.rows }, (_, index) => {
    const family = Math.floor(index / 2.3);
    const isFaulty = index % (size.rows / size.faulty) === 7;
    return csvLine([
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
    ]);
  });
  return [csvLine(header), ...lines].join('');
}

async function timed(page: Page, shown: RegExp, act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  await page.getByText(shown).first().waitFor({ timeout: 120_000 });
  return performance.now() - startedAt;
}

/** Imports the file as an administrator does, in a browser. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await withClient(product.databaseUrl, (client) => client.query('update public.plans set max_students = null'));
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ baseURL: product.origin });
      await withoutEvents(page.context());
      await page.goto('/login');
      await page.getByLabel('Email').fill(accounts.admin);
      await page.getByLabel(/^Password/).fill(product.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/dashboard$/);
      await page.goto('/dashboard/students/import');
      const input = page.getByLabel(/^File to import/);
      await input.waitFor();
      const buffer = Buffer.from(fileOfStudents());
      const check = await timed(page, /4,960 rows can be imported. 40 rows have a problem./, async () => {
        await input.setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('button', { name: 'Check rows' }).click();
      });
      const imported = await timed(page, /4,960 rows imported./, () => page.getByRole('button', { name: /^Import 4,960/ }).click());
      return [
        atMost('reading and checking 5,000 rows, 40 of them faulty', check, limitsMs.check),
        atMost('importing the 4,960 others', imported, limitsMs.import),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}
