import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, type DataErrorKind } from '@masomo/data';
import { translatable } from '@masomo/domain/translatable';
import { currentLanguage } from '@masomo/i18n';
import { refusedAnswer } from './refusedAnswer.ts';

const kindByStatus: Record<number, DataErrorKind> = { 400: 'invalid', 401: 'not-allowed', 403: 'not-allowed', 404: 'not-found' };

/** A paper that the server makes at once, in the language of the page. Throws a classified DataError. */
async function fetchPaper(
  client: Pick<SupabaseClient, 'auth'>,
  name: string,
  of: Record<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await client.auth.getSession();
  const response = await fetch(`/_papers/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify({ ...of, language: currentLanguage() }),
  }).catch((cause: unknown) => {
    throw new DataError(
      'unavailable',
      translatable('There is no line to the server, which makes this paper. Try again once you are connected.'),
      {
        outcome: 'failed',
        cause,
      },
    );
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const refusal = refusedAnswer(await response.json().catch(() => null));
  throw new DataError(
    kindByStatus[response.status] ?? 'unavailable',
    refusal?.said ?? translatable('The paper cannot be made at the moment. Try again shortly.'),
    { code: refusal?.code, outcome: 'failed' },
  );
}

/** The report cards of a class or of one student in a term, as one PDF. */
export const fetchReportCards = (
  client: Pick<SupabaseClient, 'auth'>,
  { termId, ...of }: { termId: string } & ({ classId: string } | { studentId: string }),
): Promise<Uint8Array<ArrayBuffer>> =>
  fetchPaper(client, 'report-cards', { term: termId, ...('classId' in of ? { class: of.classId } : { student: of.studentId }) });
