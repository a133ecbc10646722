import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, type DataErrorKind } from '@masomo/data';
import type { LookSettings } from '@masomo/domain/paperSchool';
import { translatable } from '@masomo/domain/translatable';
import { currentLanguage } from '@masomo/i18n';
import { refusedAnswer } from './refusedAnswer.ts';

type Client = Pick<SupabaseClient, 'auth'>;

/** A paper of the school and what it is about, by ids. */
export type PaperRequest =
  | { paper: 'report-cards'; term: string; student: string }
  | { paper: 'receipt'; student: string; payment: string }
  /** `source` is the function of the database that gives the receipt. */
  | { paper: 'family-receipt'; receipt: string; source: string }
  | { paper: 'statement'; student: string };

/** The code of the error when the server was not reached. */
export const noLineToPapers = 'paper.no_line';

const kindByStatus: Record<number, DataErrorKind> = { 400: 'invalid', 401: 'not-allowed', 403: 'not-allowed', 404: 'not-found' };

async function ask(client: Client, name: string, of: object): Promise<Response> {
  const { data } = await client.auth.getSession();
  const response = await fetch(`/_papers/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
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
export async function fetchPaper(client: Client, { paper, ...of }: PaperRequest): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await ask(client, paper, of)).arrayBuffer());
}

/** What papers of the caller's school would look like, as a drawing (SVG). Throws a classified DataError. */
export async function fetchLookDrawing(client: Client, look: LookSettings): Promise<string> {
  return (await ask(client, 'look', { look })).text();
}
