import { documentIds } from '@masomo/contracts/document';
import { runtimeConfigSchema, type RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { fetchRuntimeConfig } from '@masomo/data/gateway';
import { ShellError } from '../remotes/shellErrors.ts';
import { readInlineJson } from './readInlineJson.ts';

/** The installation's configuration: from the document, or fetched. Rejects with SHELL-003. */
export async function readConfig(): Promise<RuntimeConfig> {
  try {
    const inlineJson = readInlineJson(documentIds.config);
    return inlineJson === undefined ? await fetchRuntimeConfig() : runtimeConfigSchema.parse(inlineJson);
  } catch (cause) {
    throw new ShellError('configUnreachable', undefined, cause);
  }
}
