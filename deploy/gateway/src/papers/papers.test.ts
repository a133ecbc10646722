import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { classOf, pagesOf, schoolOf } from '@masomo/typesetter/testPapers';
import { addPapers } from './addPapers.ts';

const [term, student] = ['3f1c8c56-0000-4000-8000-000000000001', '3f1c8c56-0000-4000-8000-000000000002'];
let answer: () => Response;
/** Papers as `issue_paper` gives them. */
const kept = (...contents: object[]) =>
  Response.json(contents.map((content) => ({ code: '3F0K7QRN0AZB9H1C', printed_on: '2026-09-02', content })));
const requests: Request[] = [];
let pictureAnswer: () => Response;
const app = new Hono();
const papers = addPapers(app, {
  storage: (request) => {
    requests.push(request.clone());
    return pictureAnswer();
  },
  rest: (request) => {
    requests.push(request.clone());
    return answer();
  },
  publishableKey: 'sb_publishable_test',
  brand: 'Masomo',
  addressOf: () => undefined,
  originOf: () => 'https://masomo.test',
  log: pino({ level: 'silent' }),
});
beforeEach(() => {
  requests.length = 0;
  answer = () => kept(classOf(['Wanjikũ Ngũgĩ'], { scale: null }));
  pictureAnswer = () => new Response(null, { status: 404 });
});
afterAll(() => papers.stop());

const request = (body: object, headers: Record<string, string> = { authorization: 'Bearer of-a-person' }, kind = 'report-cards') =>
  app.request(`/_papers/${kind}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

test('a report card is made of what the person may read, in their language, and is in no cache', { timeout: 120_000 }, async () => {
  const response = await request({ term, student, language: 'sw' });
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  const [page] = await pagesOf(new Uint8Array(await response.arrayBuffer()));
  expect(page).toContain('Wanjikũ Ngũgĩ');
  expect(page).toContain('Ripoti ya mwanafunzi');
  for (const words of ['3F0K-7QRN-0AZB-9H1C', 'masomo.test/sw/verify', '2 Sep 2026']) expect.soft(page).toContain(words);
  expect(requests.map(({ headers, url }) => [headers.get('authorization'), new URL(url).pathname])).toEqual([
    ['Bearer of-a-person', '/rest/v1/rpc/issue_paper'],
  ]);
  expect(await requests[0]?.json()).toMatchObject({ kind: 'report-card', of: { term, student } });
});

test.each([
  ['nobody', { term, student, language: 'en' }, {}, 401],
  ['a language that is none', { term, student, language: 'xx' }, undefined, 400],
  ['an id that is none', { term: '1&class_id=x', student, language: 'en' }, undefined, 400],
  ['the cards of a class', { term, class: student, language: 'en' }, undefined, 400],
])('%s gets none, and the database is not asked', async (_, body, headers, status) => {
  const response = await request(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^paper\./), message: expect.stringMatching(/\.$/) });
  expect(requests).toEqual([]);
});

test('a student without marks has none', async () => {
  answer = () => kept();
  const response = await request({ term, student, language: 'en' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'paper.no_marks' });
});

test('what the database refuses is answered as it said, without its own words', async () => {
  answer = () => Response.json({ code: '42501', message: 'permission denied for function report_cards' }, { status: 403 });
  const response = await request({ term, student, language: 'en' });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ message: 'You do not have permission to do this.' });
});

test('a database that is away is said so', async () => {
  answer = () => Response.json({ message: 'no connection' }, { status: 503 });
  const response = await request({ term, student, language: 'en' });
  expect([response.status, await response.json()]).toMatchObject([503, { code: 'paper.unavailable' }]);
});

const payment = '3f1c8c56-0000-4000-8000-000000000003';
const account = {
  student: { id: student, name: 'Wanjikũ Ngũgĩ', admission_number: 'GA/1041', class_name: 'Grade 7' },
  school: schoolOf({ payment_instructions: 'Paybill 400222' }, { foot: 'Registered 1234/2009', crest_path: 'h1/look/crest.png' }),
  charged: 30_000,
  paid: 500,
  balance: 29_500,
  lines: [
    { day: '2026-09-01', kind: 'charge', text: 'Tuition', reference: 'INV-1', charged: 30_000, paid: 0, balance: 30_000 },
    { day: '2026-09-02', kind: 'payment', text: 'cash', reference: 'RCT-17', charged: 0, paid: 500, balance: 29_500 },
  ],
  charges: [],
  payments: [
    {
      id: payment,
      receipt_number: 'RCT-17',
      amount: 500,
      method: 'cash',
      reference: null,
      paid_on: '2026-09-02',
      is_reversed: false,
      recorded_by: 'Joseph Mwangi',
    },
  ],
};
const textOf = async (response: Response) => (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join('\n');

test('a receipt says what it said when it was first made, without a picture that cannot be read', { timeout: 120_000 }, async () => {
  answer = () => kept({ ...account, payment: account.payments[0] });
  const text = await textOf(await request({ student, payment, language: 'sw' }, undefined, 'receipt'));
  for (const words of [
    'Risiti',
    'RCT-17',
    'Wanjikũ Ngũgĩ',
    'KES 500',
    'KES 29,500',
    'Pesa taslimu',
    'Registered 1234/2009',
    '2 Sep 2026',
    '3F0K-7QRN-0AZB-9H1C',
  ])
    expect.soft(text).toContain(words);
  expect(requests.map(({ url, headers }) => [new URL(url).pathname, headers.get('authorization')])).toEqual([
    ['/rest/v1/rpc/issue_paper', 'Bearer of-a-person'],
    ['/storage/v1/object/authenticated/school-documents/h1/look/crest.png', 'Bearer of-a-person'],
  ]);
  expect(await requests[0]?.json()).toEqual({
    kind: 'receipt',
    of: { student, payment },
    made_with: {
      template: expect.stringMatching(/^[0-9a-f]{16}$/),
      compiler: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      fonts: expect.objectContaining({ 'noto-sans': expect.stringMatching(/^\d+\./) }),
    },
  });
});

test('a statement is made of the account, with how to pay while something is due', { timeout: 120_000 }, async () => {
  answer = () => kept(account);
  const text = await textOf(await request({ student, language: 'en' }, undefined, 'statement'));
  for (const words of ['Statement of account', 'Payment, Cash', 'Paybill 400222', 'KES 29,500']) expect.soft(text).toContain(words);
});

test.each([
  ['another payment', 'receipt', { student, payment: term, language: 'en' }, [], 404],
  ['an account of nobody', 'statement', { student, language: 'en' }, [], 404],
  ['a receipt of a kind that is none', 'family-receipt', { receipt: payment, kind: 'report-card', language: 'en' }, null, 400],
  ['a paper that there is not', 'toString', { student, language: 'en' }, account, 400],
])('%s is no paper', async (_, kind, body, of, status) => {
  answer = () => Response.json(of);
  const response = await request(body, undefined, kind);
  expect([response.status, await response.json()]).toMatchObject([status, { message: expect.stringMatching(/\.$/) }]);
});

test('a look that is not saved yet is rendered', { timeout: 120_000 }, async () => {
  answer = () => Response.json(schoolOf());
  const look = { ...account.school.look, accent: '#7a1f3d', crest_path: null };
  const response = await request({ look, language: 'en' }, undefined, 'look');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toContain('#7a1f3d');
});

/** Answers of the database by the last part of their address. */
const answerBy = (answers: Record<string, object | null>) => {
  answer = () => Response.json(answers[new URL(requests.at(-1)?.url ?? '').pathname.split('/').at(-1) ?? ''] ?? null);
};
const cardOf = (card: string, name: string, code: string | null) => ({ card_id: card, code, name, number: 'GA/1041', group: null });

test('cards are made of what the module lists, all or one of them', { timeout: 120_000 }, async () => {
  answerBy({ gate_roster: [cardOf(term, 'Wanjikũ Ngũgĩ', 'A1'), cardOf(student, 'Brian Njeri', 'B2')], paper_school: schoolOf() });
  const of = { source: 'gate_roster', of: { class_id: student, staff: false }, language: 'en' };
  const all = await textOf(await request(of, undefined, 'cards'));
  for (const words of ['Wanjikũ Ngũgĩ', 'Brian Njeri', 'Greenfield Academy', 'please return this card']) expect.soft(all).toContain(words);
  expect(requests.map(({ url }) => new URL(url)).map(({ pathname, search }) => `${pathname}${search}`)).toEqual([
    `/rest/v1/rpc/gate_roster?class_id=${student}&staff=false`,
    '/rest/v1/rpc/paper_school',
  ]);
  const one = await textOf(await request({ ...of, card: student }, undefined, 'cards'));
  expect([one.includes('Brian Njeri'), one.includes('Wanjikũ')]).toEqual([true, false]);
});

test('there are no cards for those who are not told the codes', async () => {
  answerBy({ gate_roster: [cardOf(term, 'Wanjikũ Ngũgĩ', null)], paper_school: schoolOf() });
  const response = await request({ source: 'gate_roster', of: {}, language: 'en' }, undefined, 'cards');
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'paper.no_cards' }]);
});

test('the file of a student is a paper and the data itself, read once', { timeout: 120_000 }, async () => {
  const data = {
    students: [{ id: student, first_name: 'Brian', last_name: 'Njeri' }],
    grades: [{ id: 'g1', assessment: 'CAT 1', score: 17 }],
  };
  answerBy({ export_student: data, paper_school: schoolOf() });
  const response = await request({ student, language: 'en' }, undefined, 'student-file');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const form = await response.formData();
  expect(JSON.parse(await (form.get('data') as Blob).text())).toEqual(data);
  const text = (await pagesOf(new Uint8Array(await (form.get('paper') as Blob).arrayBuffer()))).join('\n');
  for (const words of ['Data about Brian Njeri', 'Marks', 'CAT 1', '17']) expect.soft(text).toContain(words);
  expect(requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ['POST', '/rest/v1/rpc/export_student'],
    ['GET', '/rest/v1/rpc/paper_school'],
  ]);
});

test('a person waits for three papers at most, and others for theirs', { timeout: 120_000 }, async () => {
  let goOn = () => undefined as void;
  const databaseAnswers = new Promise<void>((resolve) => (goOn = resolve));
  const slow = new Hono();
  const slowPapers = addPapers(slow, {
    rest: async () => {
      await databaseAnswers;
      return Response.json([]);
    },
    storage: () => new Response(null, { status: 404 }),
    publishableKey: 'sb_publishable_test',
    brand: 'Masomo',
    addressOf: () => undefined,
    originOf: () => 'https://masomo.test',
    log: pino({ level: 'silent' }),
  });
  const ask = (authorization: string) =>
    slow.request('/_papers/statement', { method: 'POST', body: JSON.stringify({ student, language: 'en' }), headers: { authorization } });
  const mine = [ask('Bearer a'), ask('Bearer a'), ask('Bearer a')];
  const refused = await ask('Bearer a');
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'paper.too_many' }]);
  const others = ask('Bearer b');
  goOn();
  expect((await Promise.all([...mine, others])).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await ask('Bearer a')).status).toBe(404);
  await slowPapers.stop();
});
