import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { classOf, pagesOf } from '@masomo/typesetter/testPapers';
import { addPapers } from './addPapers.ts';

const [term, student] = ['3f1c8c56-0000-4000-8000-000000000001', '3f1c8c56-0000-4000-8000-000000000002'];
let answer: () => Response;
const requests: Request[] = [];
const app = new Hono();
const papers = addPapers(app, {
  rest: (request) => {
    requests.push(request);
    return answer();
  },
  publishableKey: 'sb_publishable_test',
  log: pino({ level: 'silent' }),
});
beforeEach(() => {
  requests.length = 0;
  answer = () => Response.json(classOf(['Wanjikũ Ngũgĩ'], { scale: null }));
});
afterAll(() => papers.stop());

const request = (body: object, headers: Record<string, string> = { authorization: 'Bearer of-a-person' }) =>
  app.request('/_papers/report-cards', {
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
  expect(requests.map(({ headers, url }) => [headers.get('authorization'), new URL(url).search])).toEqual([
    ['Bearer of-a-person', `?term_id=${term}&student_id=${student}`],
  ]);
});

test.each([
  ['nobody', { term, student, language: 'en' }, {}, 401],
  ['a language that is none', { term, student, language: 'xx' }, undefined, 400],
  ['an id that is none', { term: '1&class_id=x', student, language: 'en' }, undefined, 400],
  ['neither a class nor a student', { term, language: 'en' }, undefined, 400],
])('%s gets none, and the database is not asked', async (_, body, headers, status) => {
  const response = await request(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^paper\./), message: expect.stringMatching(/\.$/) });
  expect(requests).toEqual([]);
});

test('a student without marks has none', async () => {
  answer = () => Response.json(classOf([]));
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
