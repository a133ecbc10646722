import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createTypesetter } from './createTypesetter.ts';
import { reportCards } from './schoolPapers.ts';
import { classOf, coveringTexts, pagesOf, textBoxesOf } from './testPapers.ts';

const typesetter = createTypesetter({ paperMs: 60_000, startMs: 60_000 });
afterAll(() => typesetter.stop());

const makeCards = (...of: Parameters<typeof classOf>) => typesetter.compose(reportCards(classOf(...of), 'en'));
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

describe('names', { timeout: 120_000 }, () => {
  it.each([
    ['accents', 'Wanjikũ Ngũgĩ-Łukasz Ñandú'],
    ['Arabic', 'محمد عبد الله بن خديجة'],
    ["Ge'ez", 'አበበ በቂላ'],
    ['Chinese', '王小明'],
    ['the marks of a template', '#strong[x] $y$ *bold* _it_ \\ @a <b> `c` // d {e}'],
    ['a call of a template', '#read("/data.json") #sys.version'],
  ])('with %s are printed as they are', async (_, name) => {
    const text = (await pagesOf(await makeCards([name]))).join('\n');
    // A reader gives words that run from right to left one by one.
    for (const word of name.split(' ')) expect(text).toContain(word);
  });

  it('of eighty letters, with long texts everywhere, neither leave the page nor cover anything', async () => {
    const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2).slice(0, 80);
    const words = 'Anna Maria '.repeat(8).trim();
    const pdf = await makeCards(
      [word, words, 'W'.repeat(80)],
      {
        class_name: word,
        class_teacher: words,
        subjects: Array.from({ length: 20 }, (_, index) => ({
          name: [word, words, 'Art'][index % 3]!,
          assessments: [word, words, 'CAT'].map((name) => ({ name, score: 5, max_score: 20, weight: 1 })),
        })),
      },
      { name: words, motto: `${words} ${word}`, address: `${word} ${words}`, phone: word },
    );
    const boxes = await textBoxesOf(pdf);
    expect(boxes.length).toBeGreaterThan(200);
    for (const box of boxes) {
      expect.soft(box.left, box.text).toBeGreaterThanOrEqual(50);
      expect.soft(box.right, box.text).toBeLessThanOrEqual(595.28 - 50);
      expect.soft(box.bottom, box.text).toBeGreaterThanOrEqual(25);
    }
    expect(coveringTexts(boxes)).toEqual([]);
    const text = withoutSpaces((await pagesOf(pdf)).join(''));
    for (const name of [word, words, 'W'.repeat(80)]) expect(text).toContain(withoutSpaces(name));
  });
});

describe('the cards of a class', { timeout: 120_000 }, () => {
  it('of sixty are one file of at most five megabytes, each with pages of its own', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Student ${index} ${['Ngũgĩ', 'محمد', 'አበበ', '王小明'][index % 4]}`);
    const pdf = await makeCards(names);
    expect(pdf.byteLength).toBeLessThan(5 * 1024 * 1024);
    const pages = await pagesOf(pdf);
    expect(pages).toHaveLength(60);
    expect(pages.every((page, index) => page.includes(`Student ${index} `) && page.includes('Page 1 of 1'))).toBe(true);
  });

  it('are written in the language that is asked for', async () => {
    const [page] = await pagesOf(await typesetter.compose(reportCards(classOf(['Brian Njeri']), 'sw')));
    expect(page).toContain('Maoni ya mwalimu mkuu');
    expect(page).not.toContain('remarks');
  });
});

describe('the process', { timeout: 120_000 }, () => {
  it('levels off in its memory', async () => {
    const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${typesetter.pid()}/status`, 'utf8'))?.[1]) / 1024;
    const make = async (from: number, count: number) => {
      for (let index = from; index < from + count; index += 1) await makeCards([`Student ${index}`]);
      return megabytes();
    };
    const first = await make(0, 100);
    const then = await make(100, 100);
    expect(then - first).toBeLessThan(40);
  });

  it('is replaced after so many papers, and ends without work', async () => {
    const small = createTypesetter({ papersPerProcess: 2, idleMs: 50 });
    const make = async () => {
      await small.compose(reportCards(classOf(['Brian Njeri']), 'en'));
      return small.pid();
    };
    const pids = [await make(), await make(), await make()];
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[1]);
    await expect.poll(() => small.pid()).toBeUndefined();
    await small.stop();
  });

  it('is ended by a paper that takes too long, and the next paper is made', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `Student ${index}`);
    const impatient = createTypesetter({ paperMs: 700 });
    await impatient.compose(reportCards(classOf(['Before']), 'en'));
    const pid = impatient.pid();
    await expect(impatient.compose(reportCards(classOf(names), 'en'))).rejects.toThrow('was not ready after 700 ms');
    expect(await pagesOf(await impatient.compose(reportCards(classOf(['Next']), 'en')))).toHaveLength(1);
    expect(impatient.pid()).not.toBe(pid);
    await impatient.stop();
  });

  it('reports what a template lacks, and goes on', async () => {
    await expect(typesetter.compose({ template: 'report-cards', data: {} })).rejects.toThrow('could not be made');
    expect(await pagesOf(await makeCards(['Next']))).toHaveLength(1);
  });

  it('can open no file and no connection', async () => {
    await makeCards(['Brian Njeri']);
    const limits = readFileSync(`/proc/${typesetter.pid()}/limits`, 'utf8');
    expect(limits).toMatch(/Max open files\s+0\s+0/);
    expect(readFileSync(`/proc/${typesetter.pid()}/environ`, 'utf8').replaceAll('\0', '')).not.toMatch(/PATH|HOME/);
  });
});
