import { createHash } from 'node:crypto';
import type { DocumentData } from '@masomo/contracts/document';
import type { Registry, RegistryVersion } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

type Parts = {
  registry: Registry;
  config: RuntimeConfig;
  pages: DocumentData['pages'];
  styles?: Record<string, string>;
  releases: readonly RegistryVersion[];
};

/** Addresses and hashes of the scripts that a first visit to these releases runs. */
function initialScripts(releases: readonly RegistryVersion[]): [string, string][] {
  return releases.flatMap((release) =>
    release.initial.map((path): [string, string] => [release.base + path, release.integrity[path] ?? '']),
  );
}

/** What a prerendered page is hydrated from, with the tag that its document names. */
export function createDocumentData({ registry, config, pages, styles = {}, releases }: Parts): DocumentData {
  const data = { registry, config, pages, styles, scripts: initialScripts(releases) };
  return { tag: createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 16), ...data };
}
