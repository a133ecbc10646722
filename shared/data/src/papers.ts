import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, type DataErrorKind } from '@masomo/data';
import type { LookSettings } from '@masomo/domain/paperSchool';
import type { AnalyticsPeriod } from '@masomo/domain/storeAnalytics';
import { translatable } from '@masomo/domain/translatable';
import { currentLanguage } from '@masomo/i18n';
import { refusedAnswer } from './refusedAnswer.ts';

export type PaperClient = Pick<SupabaseClient, 'auth'>;

/** A paper of the school and what it is about, by ids. */
export type PaperRequest =
  | { paper: 'report-cards'; term: string; student: string }
  | { paper: 'receipt'; student: string; payment: string }
  /** `kind` is a module's kind of paper that is kept. */
  | { paper: 'family-receipt'; receipt: string; kind: string }
  | { paper: 'statement'; student: string }
  /** `certificate` is an id of the module's, `kind` its kind of paper that is kept. */
  | { paper: 'certificate'; certificate: string; kind: string }
  | { paper: 'order'; order: string }
  | { paper: 'store-figures'; period: AnalyticsPeriod }
  /** `source` is the function of the database that lists the cards, `of` what it is given; `card` is the only one to print. */
  | { paper: 'cards'; source: string; of: { class_id?: string; student_id?: string; staff?: boolean }; card?: string };

/** The code of the error when the server was not reached. */
export const noLineToPapers = 'paper.no_line';

const kindByStatus: Record<number, DataErrorKind> = { 400: 'invalid', 401: 'not-allowed', 403: 'not-allowed', 404: 'not-found' };

/** The answer to a request for a paper; without a client as a visitor. Throws a classified DataError. */
export async function askForPaper(client: PaperClient | undefined, name: string, of: object): Promise<Response> {
  const token = (await client?.auth.getSession())?.data.session?.access_token;
  const response = await fetch(`/_papers/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ ...of, language: currentLanguage() }),
  }).catch((cause: unknown) => {
    throw new DataError(
      'unavailable',
      translatable('There is no line to the server, which makes this paper. Try again once you are connected.'),
      { code: noLineToPapers, outcome: 'failed', cause },
    );
  });
  if (response.ok) return response;
  const refusal = refusedAnswer(await response.json().catch(() => null));
  throw new DataError(
    kindByStatus[response.status] ?? 'unavailable',
    refusal?.said ?? translatable('The paper cannot be made at the moment. Try again shortly.'),
    { code: refusal?.code, outcome: 'failed' },
  );
}

/** A paper that the server makes at once, in the language of the page. Throws a classified DataError. */
export async function fetchPaper(client: PaperClient, { paper, ...of }: PaperRequest): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await askForPaper(client, paper, of)).arrayBuffer());
}

/** The receipt or proforma invoice of an order, for who has its key. Throws a classified DataError. */
export async function fetchBuyerPaper(of: { number: string; key: string }): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await askForPaper(undefined, 'buyer-order', of)).arrayBuffer());
}

/** What papers of the caller's school would look like, as a drawing (SVG). Throws a classified DataError. */
export async function fetchLookDrawing(client: PaperClient, look: LookSettings): Promise<string> {
  return (await askForPaper(client, 'look', { look })).text();
}
