import { documentIds } from '@masomo/contracts/document';
import { runtimeConfigSchema, type RuntimeConfig } from '@masomo/contracts/runtimeConfig';

let config: Promise<RuntimeConfig> | undefined;

async function readConfig(): Promise<RuntimeConfig> {
  const inlined = document.getElementById(documentIds.config)?.textContent;
  if (inlined) return runtimeConfigSchema.parse(JSON.parse(inlined));
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new TypeError(`The configuration answered ${answer.status}.`);
  return runtimeConfigSchema.parse(await answer.json());
}

/** What the browser may know of this installation; read once per page, again after a failure. */
export function getRuntimeConfig(): Promise<RuntimeConfig> {
  config ??= readConfig().catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

/** An answer of an edge function: its status and what it said, an empty object when that was no JSON object. */
export type FunctionResponse = { ok: boolean; status: number; body: Record<string, unknown> };

/**
 * Posts a JSON body to an edge function as an anonymous visitor. Resolves for every HTTP status;
 * rejects with a TypeError when the server cannot be reached.
 */
export async function postFunction(name: string, body: unknown, headers: Record<string, string> = {}): Promise<FunctionResponse> {
  const { supabaseUrl, publishableKey } = await getRuntimeConfig();
  const answer = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${publishableKey}`, apikey: publishableKey, ...headers },
    body: JSON.stringify(body),
  });
  const said: unknown = await answer.json().catch(() => null);
  return {
    ok: answer.ok,
    status: answer.status,
    body: said !== null && typeof said === 'object' && !Array.isArray(said) ? { ...said } : {},
  };
}
