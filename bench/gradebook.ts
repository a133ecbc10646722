import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { loadClass } from './measure/loadClass.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { measureFrames } from './measure/frames.ts';
import { quantile } from './measure/interleave.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';
import { withoutEvents } from '@masomo/tools/browser/withoutEvents.ts';

export const description =
  'Scrolling and typing in the gradebook (45 students, 20 columns), a register, a list and a form at CPU 4x: the longest main-thread task, median of five runs.';

const classSize = { students: 45, assessments: 20 };
const cpuSlowdown = 4;
const limitMs = 50;
/** Several runs, because garbage collection or a busy machine occasionally prolongs one. */
const repeats = 5;

async function scroll(page: Page, over: string, [right, down]: [number, number]) {
  await page.locator(over).first().hover();
  for (let step = 0; step < 24; step += 1) {
    await page.mouse.wheel(right, step < 12 ? down : -down);
    await page.waitForTimeout(40);
  }
}

/** Types a column of marks as a teacher does: mark, Enter, next student. */
async function typeMarks(page: Page, column: number, marks: number) {
  await page.locator(`input[data-position="0 ${column}"]`).focus();
  for (let row = 0; row < marks; row += 1) {
    await page.keyboard.type(String(40 + ((row * 7 + column) % 50)), { delay: 60 });
    await page.keyboard.press('Enter');
  }
  await page.getByText('Everything is saved.').waitFor();
}

async function open(page: Page, path: string, shown: string) {
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** `turn` counts from 0, so that every run types something new. */
type Interaction = { what: string; open: (page: Page) => Promise<void>; use: (page: Page, turn: number) => Promise<void> };
const gradebook = (page: Page) => open(page, '/dashboard/grades', 'input[data-position="44 19"]');
const students = (page: Page) => open(page, '/dashboard/students', 'tbody tr:nth-child(20)');
const interactions: Interaction[] = [
  {
    what: 'gradebook: scrolling',
    open: gradebook,
    use: (page) => scroll(page, 'table[aria-label="Gradebook"] tbody tr:nth-child(5)', [120, 240]),
  },
  { what: 'gradebook: typing and saving a column', open: gradebook, use: (page, turn) => typeMarks(page, 3 + turn, 12) },
  {
    what: 'register: scrolling',
    open: (page) => open(page, '/dashboard/attendance', '[role=radiogroup]'),
    use: (page) => scroll(page, 'main [role=radiogroup]', [0, 300]),
  },
  { what: 'student list: scrolling', open: students, use: (page) => scroll(page, 'main tbody tr:nth-child(5)', [0, 200]) },
  {
    what: 'student list: searching',
    open: students,
    use: async (page) => {
      await page.getByRole('searchbox', { name: 'Search students' }).pressSequentially('mwangi', { delay: 90 });
      await page.waitForLoadState('networkidle');
    },
  },
  {
    what: 'form over a list: typing',
    open: async (page) => {
      await open(page, '/dashboard/assignments', 'main tbody tr, main article');
      await page.getByRole('button', { name: 'Set assignment' }).click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
    use: async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').pressSequentially('Fractions in the market', { delay: 90 });
      await dialog.getByLabel('Instructions').pressSequentially('Work in pairs. Bring the shopping list of your family.', { delay: 60 });
    },
  },
];

/** Measures a teacher's screens in a browser, scaled to the speed of a cheap computer. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadClass(product.databaseUrl, classSize);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ baseURL: product.origin, viewport: { width: 1440, height: 900 } });
      await withoutEvents(page.context());
      // Accepts the prompt about unsaved changes when leaving a form.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto('/login');
      await page.getByLabel('Email').fill('teacher@greenfield.test');
      await page.getByLabel(/^Password/).fill(product.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/dashboard$/);
      const findings: Finding[] = [];
      for (const { what, open: show, use } of interactions) {
        const longest: number[] = [];
        for (let turn = 0; turn < repeats; turn += 1) {
          await show(page);
          const { tasks } = await measureFrames(browser, page, cpuSlowdown, () => use(page, turn));
          longest.push(tasks[0] ?? Infinity);
        }
        log(`${what}: longest tasks ${longest.map((task) => task.toFixed(1)).join(', ')} ms`);
        findings.push(atMost(`${what}, longest task at CPU ${cpuSlowdown}x`, quantile(longest, 0.5), limitMs));
      }
      return findings;
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}
