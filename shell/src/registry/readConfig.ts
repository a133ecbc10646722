import { documentIds } from '@masomo/contracts/document';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { fetchRuntimeConfig } from '@masomo/data/gateway';
import { ShellError } from '../remotes/shellErrors.ts';
import { readInlineJson } from './readInlineJson.ts';

/** The installation's configuration: from the document, whose gateway has checked it, or fetched. Rejects with SHELL-003. */
export async function readConfig(): Promise<RuntimeConfig> {
  try {
    return (readInlineJson(documentIds.config) as RuntimeConfig | undefined) ?? (await fetchRuntimeConfig());
  } catch (cause) {
    throw new ShellError('configUnreachable', undefined, cause);
  }
}
