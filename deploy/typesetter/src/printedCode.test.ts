import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTypesetter } from './createTypesetter.ts';
import type { Paper } from './paper.ts';
import { familyReceipt, feeReceipt, reportCards } from './schoolPapers.ts';
import { classOf, schoolOf } from './testPapers.ts';

// As `readerOptions` of the product's scanner.
const asTheProduct = { formats: ['QRCode'], maxNumberOfSymbols: 1, tryInvert: false } satisfies ReaderOptions;
const run = promisify(execFile);
const typesetter = createTypesetter({ paperMs: 60_000, startMs: 60_000 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-printed-'));
  const file = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } });
});
afterAll(async () => {
  typesetter.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The first page as a scanner of this many dots per inch gives it, grey. */
async function scanned(pdf: Uint8Array, dots: number): Promise<ImageData> {
  const [source, picture] = [path.join(folder, 'paper.pdf'), path.join(folder, 'paper')];
  await writeFile(source, pdf);
  await run('pdftoppm', ['-r', String(dots), '-gray', '-f', '1', '-singlefile', source, picture]).catch((cause: unknown) => {
    throw new Error('The paper could not be rendered. This needs pdftoppm (Debian: apt-get install poppler-utils).', { cause });
  });
  const file = await readFile(`${picture}.pgm`);
  const [head = '', width = 0, height = 0] = (/^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? []).map(
    (part, index) => (index === 0 ? part : Number(part)),
  ) as [string, number, number];
  const grey = file.subarray(head.length);
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : (grey[Math.floor(index / 4)] ?? 255),
  );
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

const issue = { code: '3F0K7QRN0AZB9H1C', printedOn: '2026-11-20', address: 'https://masomo.example/sw/verify' };
const payment = {
  ...{ id: 'p1', receipt_number: 'RCT-00017', amount: 12_500, method: 'mpesa', reference: 'SKL7X2M9QP', paid_on: '2026-11-17' },
  ...{ is_reversed: false, recorded_by: 'Joseph Mwangi' },
};
const student = { id: 's1', name: 'Wanjik\u0169 Ng\u0169g\u0129', admission_number: 'GA/1041', class_name: 'Grade 7' };
const papers: [string, () => Paper][] = [
  ['the receipt of a payment', () => feeReceipt({ school: schoolOf(), student, balance: 0, payment }, 'en', undefined, issue)],
  [
    'the receipt of a family',
    () =>
      familyReceipt(
        {
          ...{ id: 'r1', receipt_number: 'RCT-00018', method: 'cash', reference: null, amount: 500, received: 500 },
          ...{ cashier: 'Joseph Mwangi', paid_on: '2026-11-24', recorded_at: '2026-11-24T10:00:00Z', school: schoolOf() },
          students: [
            { ...student, balance: 0, payment_id: 'p1', amount: 500, is_reversed: false, lines: [{ name: 'Lunch', amount: 500 }] },
          ],
        },
        'sw',
        undefined,
        issue,
      ),
  ],
  ['a report card', () => reportCards(classOf(['Amani Otieno'], { scale: null }), 'en', undefined, [issue])],
];

it.each(papers)('the square on %s opens the page that checks it, as an office scans it', { timeout: 120_000 }, async (_, paper) => {
  const pdf = await typesetter.compose(paper());
  for (const dots of [150, 300]) {
    const [code] = await readBarcodes(await scanned(pdf, dots), asTheProduct);
    expect(code?.text, `${dots} dots per inch`).toBe(`${issue.address}#${issue.code}`);
  }
});
