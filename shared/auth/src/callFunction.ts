import { getClient, hasClient, hasStoredSession } from './client.ts';
import { getRuntimeConfig, supabaseOrigin } from './runtimeConfig.ts';

/**
 * POSTs JSON to an edge function, as the signed-in person or with the publishable key as bearer. Answers the parsed
 * body with its status; a body that is no JSON comes back as null. Throws only when the server cannot be reached.
 */
export async function callFunction(name: string, body: unknown): Promise<{ status: number; isOk: boolean; body: unknown }> {
  const key = getRuntimeConfig().publishableKey;
  const response = await fetch(`${supabaseOrigin()}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: key, Authorization: `Bearer ${(await accessToken()) ?? key}` },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  return { status: response.status, isOk: response.ok, body: answer };
}

async function accessToken(): Promise<string | undefined> {
  if (!hasClient() && !hasStoredSession()) return undefined;
  const { data } = await (await getClient()).auth.getSession();
  return data.session?.access_token;
}
