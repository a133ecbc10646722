import { getClient } from '@masomo/auth';
import { DataError, type Db } from '@masomo/data';
import { refusedAnswer } from '@masomo/data/refusedAnswer';
import * as z from '@masomo/data/zod';
import { translatable } from '@masomo/domain/translatable';

const answerSchema = z.looseObject({ url: z.optional(z.string()) });

/** What needs the keys of an account is done by a function of the server. */
async function act(body: Record<string, unknown>): Promise<string | undefined> {
  const { data, error, response } = await (await getClient()).functions.invoke<unknown>('meetings', { body });
  if (!error) return answerSchema.safeParse(data).data?.url;
  const refusal = refusedAnswer(await response?.json().catch(() => null));
  throw new DataError(
    refusal ? 'invalid' : 'unavailable',
    refusal?.said ?? translatable('The server does not answer. Try again in a minute.'),
    { code: refusal?.code, field: refusal?.field },
  );
}

async function actForUrl(body: Record<string, unknown>): Promise<string> {
  const url = await act(body);
  if (!url) throw new DataError('unavailable', translatable('The server does not answer. Try again in a minute.'));
  return url;
}

/** The way in for the host, fetched for this press. */
export const startMeeting = (_: Db, id: string): Promise<string> => actForUrl({ action: 'start', meeting: id });

/** Google's page on which the teacher gives access. */
export const connectGoogle = (_db: Db, _nothing: null): Promise<string> => actForUrl({ action: 'connect-google' });

export async function connectZoom(_: Db, keys: { accountId: string; clientId: string; clientSecret: string }): Promise<void> {
  await act({ action: 'connect-zoom', ...keys });
}
