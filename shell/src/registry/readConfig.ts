import { documentIds } from '@masomo/contracts/document';
import { runtimeConfigSchema, type RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { ShellError } from '../remotes/shellErrors.ts';
import { readInlineJson } from './readInlineJson.ts';

/** The installation's configuration: from the document, or fetched. Rejects with SHELL-003. */
export async function readConfig(): Promise<RuntimeConfig> {
  try {
    return runtimeConfigSchema.parse(readInlineJson(documentIds.config) ?? (await fetchJson('/config.json')));
  } catch (cause) {
    throw new ShellError('configUnreachable', undefined, cause);
  }
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return response.json();
}
