import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Fetcher } from '../backend.ts';

type Options = {
  rest: Fetcher;
  publishableKey: string;
  addressOf: (c: Context) => string | undefined;
  log: Logger;
};

const maxBody = 512 * 1024;
/** A reader that waits longer sends again. */
const timeoutMs = 8_000;
/** What the database is told of the address; readers send more, which nobody needs. */
const told = ['SN', 'sn', 'table', 'Stamp'] as const;
const answerSchema = z.string().nullable();

/** Without what PostgreSQL cannot store. */
const cleaned = (text: string) => text.replaceAll('\0', '').toWellFormed();

/**
 * `/iclock/…`: readers of fingerprints and faces push here what they read, in the protocol of ZKTeco. They are given a host and a port
 * and no path, speak plain HTTP without cookies and know no redirects. The database decides whether a call counts; one that does not is
 * answered without a word, so that the reader keeps what it has.
 */
export function addReaders(app: Hono, { rest, publishableKey, addressOf, log }: Options): void {
  const answer = (c: Context, status: 200 | 403 | 404 | 413 | 503, text: string) =>
    c.body(text, status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });

  async function call(c: Context, route: string, body: string): Promise<Response> {
    const given = c.req.query();
    const query = Object.fromEntries(
      told.flatMap((name) => (given[name] === undefined ? [] : [[name, cleaned(given[name]).slice(0, 60)]])),
    );
    const address = addressOf(c);
    try {
      const response = await rest(
        new Request('http://backend/rest/v1/rpc/reader_call', {
          method: 'POST',
          headers: { 'content-type': 'application/json', apikey: publishableKey, ...(address && { 'x-forwarded-for': address }) },
          body: JSON.stringify({ route, query, body: cleaned(body), host: cleaned(c.req.header('host') ?? '').slice(0, 200) }),
          signal: AbortSignal.timeout(timeoutMs),
        }),
      );
      if (!response.ok) throw new Error(`A reader's call could not be stored: status ${response.status} ${await response.text()}`);
      const text = answerSchema.parse(await response.json());
      return text === null ? answer(c, 403, '') : answer(c, 200, text);
    } catch (error) {
      log.error({ err: error, route }, 'a call of a reader was not acknowledged');
      return answer(c, 503, '');
    }
  }

  app.use('/iclock/*', bodyLimit({ maxSize: maxBody, onError: (c) => answer(c, 413, '') }));
  app.get('/iclock/cdata', (c) => call(c, 'options', ''));
  app.post('/iclock/cdata', async (c) => call(c, 'cdata', await c.req.text()));
  app.get('/iclock/getrequest', (c) => call(c, 'getrequest', ''));
  app.post('/iclock/devicecmd', async (c) => call(c, 'devicecmd', await c.req.text()));
  app.all('/iclock/*', (c) => answer(c, 404, ''));
}
