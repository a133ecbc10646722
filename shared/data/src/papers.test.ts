import { afterEach, expect, test, vi } from 'vitest';
import { fetchPaper } from './papers.ts';

const client = { auth: { getSession: async () => ({ data: { session: { access_token: 'own' } } }) } } as Parameters<typeof fetchPaper>[0];
const fetched = () => fetchPaper(client, { paper: 'report-cards', term: 't1', student: 's1' });
afterEach(() => vi.unstubAllGlobals());

test('without a line a sentence says that the server makes papers', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(fetched()).rejects.toMatchObject({
    kind: 'unavailable',
    userMessage: expect.stringMatching(/^There is no line to the server/),
  });
});

test.each([
  [
    404,
    { code: 'paper.no_marks', sentence: 'There are no marks.', message: 'There are no marks.', args: {} },
    'not-found',
    'There are no marks.',
  ],
  [503, null, 'unavailable', 'The paper cannot be made at the moment. Try again shortly.'],
])('an answer %s is said in its words', async (status, body, kind, userMessage) => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  await expect(fetched()).rejects.toMatchObject({ kind, userMessage, outcome: 'failed' });
});
