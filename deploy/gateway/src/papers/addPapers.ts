import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { z } from 'zod';
import { languages } from '@masomo/contracts/languages';
import { reportCardsSchema } from '@masomo/domain/reportCards';
import { refusal } from '@masomo/domain/refusals';
import { createTypesetter } from '@masomo/typesetter/createTypesetter';
import { reportCards } from '@masomo/typesetter/reportCards';
import type { Fetcher } from '../backend.ts';
import { guardRestError } from '../backend/restErrors.ts';

type Options = { rest: Fetcher; publishableKey: string; log: Logger };

const requestSchema = z.intersection(
  z.object({ language: z.enum(languages), term: z.uuid() }),
  z.union([z.object({ class: z.uuid() }), z.object({ student: z.uuid() })]),
);

const refuse = (c: Context, code: string, said: string, status: 400 | 401 | 404 | 503) =>
  c.json(refusal(code, said), status, { 'cache-control': 'no-store' });

/**
 * `POST /_papers/report-cards`: a paper made at once, from what the person may read: the database is asked with their own token. An
 * address of its own, so that a paper is in no history and no cache.
 */
export function addPapers(app: Hono, { rest, publishableKey, log }: Options): { stop(): Promise<void> } {
  const typesetter = createTypesetter({}, (line) => log.warn(line));

  app.post('/_papers/report-cards', bodyLimit({ maxSize: 1_024 }), async (c) => {
    const authorization = c.req.header('authorization');
    if (!authorization) return refuse(c, 'paper.sign_in', 'Sign in to print this.', 401);
    const parsed = requestSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 'paper.unreadable', 'This paper cannot be printed.', 400);
    const { language, term } = parsed.data;
    const of = 'class' in parsed.data ? `class_id=${parsed.data.class}` : `student_id=${parsed.data.student}`;
    const response = await rest(
      new Request(`http://backend/rest/v1/rpc/report_cards?term_id=${term}&${of}`, {
        headers: { authorization, apikey: publishableKey },
      }),
    );
    if (!response.ok) return response.status >= 500 ? unavailable(c) : guardRestError(response);
    const cards = z.nullable(reportCardsSchema).parse(await response.json());
    if (!cards || cards.cards.length === 0)
      return refuse(c, 'paper.no_marks', 'There is no report card to print: no student here has marks in this term.', 404);
    const startedAt = performance.now();
    try {
      const pdf = await typesetter.compose(reportCards(cards, language));
      log.info({ paper: 'report-cards', bytes: pdf.byteLength, ms: Math.round(performance.now() - startedAt) }, 'a paper was made');
      return c.body(pdf, 200, { 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    } catch (error) {
      log.error({ err: error }, 'a paper was not made');
      return unavailable(c);
    }
  });
  return { stop: () => typesetter.stop() };
}

const unavailable = (c: Context) => refuse(c, 'paper.unavailable', 'The paper cannot be made at the moment. Try again shortly.', 503);
