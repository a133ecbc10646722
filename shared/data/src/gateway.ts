// Requests to the gateway itself. Without an import of `@masomo/data`, because the shell needs them before it shares modules.
import { documentDataUrl, type DocumentData, type DocumentStart } from '@masomo/contracts/document';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

const localBuildTimeoutMs = 2_000;

async function fetchJson(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return response.json();
}

/** The installation's configuration. Rejects when it cannot be reached or is invalid. */
export async function fetchRuntimeConfig(): Promise<RuntimeConfig> {
  const [config, { runtimeConfigSchema }] = await Promise.all([
    fetchJson('/config.json', { cache: 'no-cache' }),
    import('@masomo/contracts/runtimeConfig'),
  ]);
  return runtimeConfigSchema.parse(config);
}

/** The response of `/registry.json`, with the add-ons of these features: 304 when it still has the given ETag. Rejects with a TypeError when it cannot be reached. */
export function fetchRegistry(etag: string | null, features: readonly string[] = []): Promise<Response> {
  return fetch(`/registry.json${features.length > 0 ? `?features=${features.join(',')}` : ''}`, {
    cache: 'no-store',
    headers: etag ? { 'If-None-Match': etag } : {},
  });
}

/** The data of a prerendered page; the document's tag says whether they are its own. Rejects when they cannot be reached. */
export async function fetchDocumentData(start: DocumentStart): Promise<DocumentData> {
  return (await fetchJson(documentDataUrl(start))) as DocumentData;
}

/** Tells the gateway the role of the signed-in person for canaries, or forgets it without a token. Resolves to whether it was accepted. */
export async function setCohort(accessToken: string | null): Promise<boolean> {
  const init = accessToken ? { method: 'PUT', headers: { authorization: `Bearer ${accessToken}` } } : { method: 'DELETE' };
  return (await fetch('/_releases/cohort', init)).ok;
}

/** The stream of what changes for the person with this token: since an earlier event, or since the page was opened so long ago. */
export function openChanges(token: string, since: { id: string } | { ageMs: number }, signal: AbortSignal): Promise<Response> {
  const query = 'id' in since ? `since=${since.id}` : `age=${Math.ceil(since.ageMs / 1000)}`;
  return fetch(`/_live?${query}`, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store', signal });
}

/** The response of a developer's machine for `release.json` of a local build at `baseUrl`; rejects after two seconds. */
export function fetchLocalRelease(baseUrl: string): Promise<Response> {
  return fetch(new URL('release.json', baseUrl), { cache: 'no-store', signal: AbortSignal.timeout(localBuildTimeoutMs) });
}

/** Makes the gateway forget this browser's local builds. Resolves to the response's status. */
export async function deleteLocalBuilds(): Promise<number> {
  return (await fetch('/_releases/local-builds', { method: 'DELETE' })).status;
}
