import { getClient } from './client.ts';
import { storedSession } from './storedSession.ts';

/** The token of the session, renewed where it ends soon; undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  const stored = storedSession();
  if (stored) return stored.access_token;
  const { data } = await (await getClient()).auth.getSession();
  return data.session?.access_token;
}
