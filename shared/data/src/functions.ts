import { documentIds } from '@masomo/contracts/document';
import { runtimeConfigSchema, type RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { fetchRuntimeConfig } from './gateway.ts';

let config: Promise<RuntimeConfig> | undefined;

async function readConfig(): Promise<RuntimeConfig> {
  const inlineJson = document.getElementById(documentIds.config)?.textContent;
  return inlineJson ? runtimeConfigSchema.parse(JSON.parse(inlineJson)) : fetchRuntimeConfig();
}

/** The public configuration of this installation; read once per page, and again after a failure. */
export function getRuntimeConfig(): Promise<RuntimeConfig> {
  config ??= readConfig().catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

/** The response of an edge function; `body` is an empty object when it was not a JSON object. */
export type FunctionResponse = { ok: boolean; status: number; body: Record<string, unknown> };

/**
 * Posts a JSON body to an edge function as an anonymous visitor. Resolves for every HTTP status;
 * rejects with a TypeError when the server cannot be reached.
 */
export async function postFunction(name: string, body: unknown, headers: Record<string, string> = {}): Promise<FunctionResponse> {
  const { supabaseUrl, publishableKey } = await getRuntimeConfig();
  const response = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${publishableKey}`, apikey: publishableKey, ...headers },
    body: JSON.stringify(body),
  });
  const json: unknown = await response.json().catch(() => null);
  return {
    ok: response.ok,
    status: response.status,
    body: json !== null && typeof json === 'object' && !Array.isArray(json) ? { ...json } : {},
  };
}
