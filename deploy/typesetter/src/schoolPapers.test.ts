import { crc32, deflateSync } from 'node:zlib';
import type { AccountStatement, FamilyReceipt } from '@masomo/domain/feePapers';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { figureNames, type StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createTypesetter } from './createTypesetter.ts';
import { lookPictures, pictureOf } from './lookPictures.ts';
import { cards, familyReceipt, feeReceipt, reportCards, sample, statement, studentFile } from './schoolPapers.ts';
import { order, storeFigures } from './storePapers.ts';
import { classOf, coveringTexts, pagesOf, schoolOf, textBoxesOf } from './testPapers.ts';

const typesetter = createTypesetter({ paperMs: 60_000, startMs: 60_000 });
afterAll(() => typesetter.stop());
afterEach(() => vi.useRealTimers());

const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2).slice(0, 80);
const words = 'Anna Maria '.repeat(8).trim();

/** A picture of one colour. */
function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]));
}

const issue = { code: '3F0K7QRN0AZB9H1C', printedOn: '2026-11-20', address: 'https://masomo.example/sw/verify' };
const look = {
  ...{ accent: '#7a1f3d', head: [word, words, 'P.O. Box 1', 'Tel. 0700', 'office@greenfield.test'].join('\n') },
  ...{ foot: `${words} ${word}`, thanks: words, signer_name: word, signer_title: words, crest_path: 'crest', signature_path: 'signature' },
};
const school = schoolOf({ name: words, motto: `${words} ${word}`, payment_instructions: `${word}\n${words}` }, look);
const pictures = await lookPictures(school, async (path) => (path === 'crest' ? png(200, 200) : png(300, 80)));
const payment = {
  ...{ id: 'p1', receipt_number: `RCT-${'7'.repeat(20)}`, amount: 10_000_000, method: 'mpesa', reference: word, paid_on: '2026-11-17' },
  ...{ is_reversed: true, recorded_by: word },
};
const account: AccountStatement = {
  student: { id: 's1', name: word, admission_number: word, class_name: words },
  school,
  ...{ charged: 10_000_000, paid: 10_000_000, balance: 10_000_000, charges: [], payments: [payment] },
  lines: Array.from({ length: 60 }, (_, index) => ({
    ...{ day: '2026-09-01', kind: (['charge', 'credit', 'payment', 'reversal'] as const)[index % 4]!, reference: 'INV-000001234' },
    ...{ text: [word, words, 'mpesa', 'Bounced'][index % 4]!, charged: 10_000_000, paid: 10_000_000, balance: -10_000_000 },
  })),
};
const family: FamilyReceipt = {
  ...{ id: 'r1', receipt_number: 'RCT-00018', method: 'bank', reference: words, amount: 15_500, received: null, cashier: words, school },
  ...{ paid_on: '2026-11-24', recorded_at: '2026-11-24T10:00:00Z' },
  students: [word, words, 'محمد عبد الله', 'አበበ በቂላ', '王小明'].map((name, index) => ({
    ...{
      id: name,
      name,
      admission_number: word,
      class_name: words,
      balance: 10_000_000,
      payment_id: name,
      amount: 1,
      is_reversed: index === 1,
    },
    lines: Array.from({ length: 8 }, (__, line) => ({ name: [word, words, 'Lunch', null][line % 4]!, amount: 1_234_567 })),
  })),
};

const listed = [word, words, 'محمد عبد الله', 'አበበ በቂላ', '王小明'].flatMap((name, index) =>
  [word, words, ''].map((group) => ({ card_id: `${index}${group}`, code: `CODE${index}`, name, number: word, group })),
);
const stored = {
  students: [
    {
      id: 's1',
      first_name: word,
      last_name: words,
      gender: 'male',
      status: 'active',
      notes: words,
      address: word,
      city: null,
      zip: 1,
      box: 2,
    },
  ],
  grades: Array.from({ length: 40 }, (_, index) => ({ id: `key${index}`, assessment: [word, words, 'CAT 1'][index % 3], score: 17 })),
};

const bought: OrderDocument = {
  issuer: { name: `${words} ${word}`, address: `${word} ${words}`, phone: word, email: word, kraPin: null },
  ...{ orderNumber: 'ORD-2026-000123456', paymentReference: word, createdAt: '2026-11-20T08:00:00Z', paidAt: null },
  customer: { name: word, institution: words, email: word, phone: word, address: `${word} ${words}`, kraPin: 'P051234567Q' },
  items: Array.from({ length: 40 }, (_, line) => ({
    name: line % 2 ? word : words,
    quantity: 1_000,
    price: 1_234_567,
    total: 1_234_567_000,
  })),
  ...{ net: 1_064_281.9, vat: 170_285.1, vatPercent: 16, total: 1_234_567_000, refunded: 5_000, surplus: 0, returning: 0, due: 12_345 },
  ...{ validUntil: '2026-12-20', services: [], tax: { controlUnit: word, receiptNumber: words, signature: word } },
  payments: [{ method: 'bank', amount: 1_234_567, receipt: word, paidAt: '2026-11-21T08:00:00Z' }],
  licences: [word, words].map((name) => ({
    ...{ name, category: 'saas', key: 'A1B2C-D3E4F-A1B2C-D3E4F', school: name, quantity: 12, validFrom: '2026-11-21' },
    ...{ validUntil: '2027-03-21', isRevoked: false },
  })),
  bank: { bankName: word, branch: words, accountName: word, accountNumber: word, swift: word, validDays: 14 },
};
const figure = { value: 1_234_567_890, before: 1_234_567_890, growth: -12.5 };
const figures: StoreAnalytics = {
  ...{ from: '2026-10-23', to: '2026-11-21', months: [], segments: [{ segment: word, count: 1, percentage: 1 }] },
  figures: Object.fromEntries(figureNames.map((name) => [name, figure])) as StoreAnalytics['figures'],
  addons: Array.from({ length: 40 }, (_, line) => ({
    ...{ name: line % 2 ? word : words, category: 'standalone', sales: 1_234_567, revenue: 1_234_567_890 },
    ...{ percentage: 12.5, average_price: 1_234_567, growth: null },
  })),
};

describe.each([
  ['receipt', 419.53, () => feeReceipt({ ...account, payment }, 'en', pictures, issue)],
  ['receipt of forty lines', 419.53, () => familyReceipt(family, 'sw', pictures, issue)],
  ['statement', 595.28, () => statement(account, 'en', pictures, issue)],
  ['order', 595.28, () => order(bought, 'en')],
  ['report of figures', 595.28, () => storeFigures(word, figures, 'sw')],
  ['sheet of cards', 595.28, () => cards({ school, cards: listed }, 'en', pictures)],
  ['file of a student', 595.28, () => studentFile({ school, data: stored }, 'sw', pictures)],
  ['report card', 595.28, () => reportCards({ ...classOf([word, words]), school }, 'en', pictures, [issue, issue])],
])('a %s with long texts, a head of five lines and pictures', { timeout: 120_000 }, (_, width, paper) => {
  it('has every text on its page and none over another', async () => {
    const boxes = await textBoxesOf(await typesetter.compose(paper()));
    expect(boxes.length).toBeGreaterThan(20);
    for (const box of boxes) {
      expect.soft(box.left, box.text).toBeGreaterThanOrEqual(30);
      expect.soft(box.right, box.text).toBeLessThanOrEqual(width - 30);
      expect.soft(box.bottom, box.text).toBeGreaterThanOrEqual(15);
    }
    expect(coveringTexts(boxes)).toEqual([]);
  });
});

describe('the papers of a school', { timeout: 120_000 }, () => {
  it('keep a line in one piece, and repeat the head of a table on each page', async () => {
    const pages = await pagesOf(await typesetter.compose(familyReceipt(family, 'en')));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => page.includes('KES 1,234,567')).every((page) => page.includes('Amount'))).toBe(true);
    for (const name of ['محمد', 'አበበ', '王小明']) expect(pages.join('\n')).toContain(name);
  });

  it('have ten cards on a sheet, each with its whole texts, and none without a code', async () => {
    const of = [...listed, { card_id: 'x', code: null, name: 'Without Code', number: '1', group: null }];
    const pages = await pagesOf(await typesetter.compose(cards({ school: schoolOf({ name: words }), cards: of }, 'sw')));
    expect(pages).toHaveLength(2);
    const text = pages.join('').replaceAll(/\s/g, '');
    for (const said of [word, words, 'محمد', 'አበበ', '王小明']) expect.soft(text).toContain(said.replaceAll(' ', ''));
    expect(text.split('irudisheshuleni')).toHaveLength(16);
    expect(text).not.toContain('WithoutCode');
  });

  it('have what is stored about a student, without keys between tables', async () => {
    const pages = await pagesOf(await typesetter.compose(studentFile({ school: schoolOf(), data: stored }, 'en')));
    const text = pages.join('\n');
    for (const said of ['Data about Pneumono', 'Greenfield Academy', 'Student', 'First name', 'Marks', 'CAT 1', '17', 'Page 1 of '])
      expect.soft(text).toContain(said);
    expect(text).not.toContain('key0');
  });

  it('are printed on the day of the school', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-28T22:30:00Z'), toFake: ['Date'] });
    const dayAt = async (timeZone: string) =>
      (await pagesOf(await typesetter.compose(sample(schoolOf({ time_zone: timeZone }), 'en')))).join('');
    expect(await dayAt('Africa/Nairobi')).toContain('printed 29 Nov 2026');
    expect(await dayAt('Europe/London')).toContain('printed 28 Nov 2026');
  });

  it('have the colour, the thanks, who signs and the foot of the school, and its head instead of its contacts', async () => {
    const own = schoolOf(
      {},
      { accent: '#7a1f3d', head: 'One\nTwo', foot: 'Registered 1234', thanks: 'Asante', signer_name: 'Jane', signer_title: 'Bursar' },
    );
    const [page = ''] = await pagesOf(await typesetter.compose(sample(own, 'en')));
    for (const said of ['One', 'Two', 'Registered 1234', 'Asante', 'Jane', 'Bursar']) expect(page).toContain(said);
    expect(page).not.toContain('office@greenfield.test');
    expect(Buffer.from(await typesetter.compose(sample(own, 'en'), 'svg')).toString()).toContain('#7a1f3d');
  });
});

describe('the pictures of a look', () => {
  it('are PNG and JPEG by their content, of a size that fits into memory', () => {
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 90, 0, 120, 3, 0, 0, 0]);
    expect([pictureOf(png(12, 7)), pictureOf(jpeg)]).toEqual([
      { extension: 'png', width: 12, height: 7 },
      { extension: 'jpg', width: 120, height: 90 },
    ]);
    const bomb = png(1, 1);
    new DataView(bomb.buffer).setUint32(16, 60_000);
    new DataView(bomb.buffer).setUint32(20, 60_000);
    for (const other of [bomb, new TextEncoder().encode('<svg/>'), new Uint8Array(), jpeg.slice(0, 9)])
      expect(pictureOf(other)).toBeUndefined();
  });

  it('are left out where they cannot be read', async () => {
    expect(await lookPictures(school, async () => undefined)).toEqual({ paths: {}, files: {} });
    expect(Object.keys(pictures.files)).toEqual(['/crest.png', '/signature.png']);
  });
});
