import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { networkOf } from '@masomo/domain/networkOf';
import { refusal } from '@masomo/domain/refusals';
import { createTypesetter } from '@masomo/typesetter/createTypesetter';
import type { Backend } from '../backend.ts';
import { paperKinds } from './paperKinds.ts';
import { createPaperReader, InsteadOfPaper } from './paperReader.ts';

type Options = Pick<Backend, 'rest' | 'storage'> & {
  publishableKey: string;
  brand: string;
  addressOf: (c: Context) => string | undefined;
  originOf: (c: Context) => string;
  log: Logger;
};

/** Papers that one person may be waiting for: they are made one after the other for everybody. */
const mostAtOnce = 3;

const refuse = (c: Context, code: string, said: string, status: 400 | 401 | 404 | 429 | 503) =>
  c.json(refusal(code, said), status, { 'cache-control': 'no-store' });
const kindOf = (name: string) => (Object.hasOwn(paperKinds, name) ? paperKinds[name] : undefined);
const unavailable = (c: Context) => refuse(c, 'paper.unavailable', 'The paper cannot be made at the moment. Try again shortly.', 503);

/** A paper and the data for a computer as two parts of a form. */
function withSource(content: Uint8Array<ArrayBuffer>, source: object): Response {
  const form = new FormData();
  form.set('paper', new Blob([content], { type: 'application/pdf' }));
  form.set('data', new Blob([JSON.stringify(source)], { type: 'application/json' }));
  return new Response(form, { headers: { 'cache-control': 'no-store' } });
}

/**
 * `POST /_papers/<kind>`: a paper made at once, from what the person may read: the database is asked with their own token. An address of its
 * own, so that a paper is in no history and no cache.
 */
export function addPapers(
  app: Hono,
  { rest, storage, brand, publishableKey, addressOf, originOf, log }: Options,
): { stop(): Promise<void> } {
  const typesetter = createTypesetter({}, (line) => log.warn(line));
  const waiting = new Map<string, number>();

  async function answer(c: Context, name: string, authorization: string | undefined): Promise<Response> {
    const kind = kindOf(name);
    const parsed = kind?.request.safeParse(await c.req.json().catch(() => null));
    if (!kind || !parsed?.success) return refuse(c, 'paper.unreadable', 'This paper cannot be printed.', 400);
    const startedAt = performance.now();
    try {
      const reader = createPaperReader(
        { rest, storage, brand, origin: originOf(c) },
        { apikey: publishableKey, ...(authorization ? { authorization } : {}) },
      );
      const { source, ...paper } = await kind.make(reader, parsed.data);
      const content = await typesetter.compose(paper, kind.isDrawn ? 'svg' : 'pdf');
      log.info({ paper: name, bytes: content.byteLength, ms: Math.round(performance.now() - startedAt) }, 'a paper was made');
      if (source) return withSource(content, source);
      const type = kind.isDrawn ? 'image/svg+xml' : 'application/pdf';
      return c.body(content, 200, { 'content-type': type, 'cache-control': 'no-store' });
    } catch (error) {
      if (error instanceof InsteadOfPaper) return error.response.status >= 500 ? unavailable(c) : error.response;
      log.error({ err: error, paper: name }, 'a paper was not made');
      return unavailable(c);
    }
  }

  app.post('/_papers/:kind', bodyLimit({ maxSize: 4_096 }), async (c) => {
    const name = c.req.param('kind');
    const isPublic = kindOf(name)?.isPublic === true;
    const authorization = isPublic ? undefined : c.req.header('authorization');
    if (!authorization && !isPublic) return refuse(c, 'paper.sign_in', 'Sign in to print this.', 401);
    const person = authorization ?? networkOf(addressOf(c) ?? '');
    const open = waiting.get(person) ?? 0;
    if (open >= mostAtOnce)
      return refuse(c, 'paper.too_many', 'Several papers of yours are being made already. Try again once they are there.', 429);
    waiting.set(person, open + 1);
    try {
      return await answer(c, name, authorization);
    } finally {
      const left = (waiting.get(person) ?? 1) - 1;
      if (left > 0) waiting.set(person, left);
      else waiting.delete(person);
    }
  });
  return { stop: () => typesetter.stop() };
}
