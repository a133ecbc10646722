import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { withClient } from '@masomo/local/database/connections';
import { richTextOf, type RichTextDocument } from '@masomo/domain/richText';
import { ensureChromium } from '@masomo/tools/browser/chromium.ts';
import { measureFrames } from './frames.ts';

type EditorTarget = { origin: string; databaseUrl: string; email: string; password: string };
/** Main-thread milliseconds per keystroke until the frame that shows it, by field, on a CPU slowed down four times. */
export type TypingTimes = Record<string, number[]>;

const blockCount = 100;
/** Batches of keystrokes, for `steadyQuantile`. */
export const batches = 3;
/** Stays below the 160 characters a title may have. */
const keyCount = 50 * batches;
const cpuSlowdown = 4;

/** A paragraph with bold text and a list of three items. */
const sampleText = (part: number): RichTextDocument => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'The school day begins at ' },
        { type: 'text', marks: [{ type: 'bold' }], text: 'eight' },
        { type: 'text', text: ` and ends at four. Part ${part} says more.` },
      ],
    },
    {
      type: 'bulletList',
      content: ['Uniform', 'Books', 'Lunch'].map((item) => ({ type: 'listItem', content: richTextOf(item).content })),
    },
  ],
});

/** Creates a page of 100 blocks of the common kinds and returns its id. */
async function createLongPage(databaseUrl: string): Promise<string> {
  const blocksAt = (at: number) => [
    { type: 'heading', text: `Part ${at}` },
    { type: 'richText', text: sampleText(at) },
    {
      type: 'features',
      title: `What part ${at} offers`,
      items: [
        { title: 'Library', text: richTextOf('Open until six.') },
        { title: 'Sports', text: richTextOf('Every Wednesday.') },
      ],
    },
    { type: 'faq', title: `Questions ${at}`, items: [{ question: 'When?', answer: richTextOf('In any week.') }] },
    { type: 'callToAction', title: `Visit us, ${at}`, text: richTextOf('On any weekday.'), label: 'Write to us', href: '/contact' },
  ];
  const body = Array.from({ length: blockCount }, (_, at) => blocksAt(at)[at % 5]);
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "insert into public.cms_pages (title, slug, body) values ('A long page', $1, $2) returning id",
      [`long-${Date.now().toString(36)}`, JSON.stringify(body)],
    );
    return rows[0]?.id ?? '';
  });
}

/** Clears a field and types into it at human speed. */
async function type(browser: Browser, page: Page, field: Locator): Promise<number[]> {
  await field.scrollIntoViewIfNeeded();
  await field.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  const { keys: times } = await measureFrames(browser, page, cpuSlowdown, async () => {
    for (let at = 0; at < keyCount; at += 1) {
      await page.keyboard.press('abcdefghij '[at % 11] ?? 'x');
      await page.waitForTimeout(90);
    }
  });
  if (times.length !== keyCount) throw new Error(`${times.length} of ${keyCount} keystrokes reached the page.`);
  return times;
}

/** Types into the title, a heading and a rich text in the middle of a page of 100 expanded blocks, without and with the preview open. */
export async function typeInEditor({ origin, databaseUrl, email, password }: EditorTarget): Promise<TypingTimes> {
  const id = await createLongPage(databaseUrl);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.addInitScript(() => localStorage.setItem('masomo-page-preview', 'closed'));
    await page.goto(`/dashboard/cms/pages/${id}/edit`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page
      .getByRole('group', { name: /^Call to action, block 100 of/ })
      .getByRole('textbox')
      .first()
      .waitFor();
    const fields = () => ({
      title: page.getByLabel('Title').first(),
      'a heading': page.getByRole('group', { name: /^Heading, block 51 of/ }).getByRole('textbox'),
      'a rich text': page.getByRole('group', { name: /^Text, block 52 of/ }).getByRole('textbox'),
    });
    const typing: TypingTimes = {};
    for (const [what, field] of Object.entries(fields())) typing[what] = await type(browser, page, field);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    for (const [what, field] of Object.entries(fields())) typing[`${what}, preview open`] = await type(browser, page, field);
    return typing;
  } finally {
    await browser.close();
  }
}
