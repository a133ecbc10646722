import { documentIds } from '@masomo/contracts/document';
import type { DocumentHead } from '@masomo/contracts/frame';
import type { Registry, RegistryVersion } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { escapeJson, escapeText } from './escapeText.ts';

export type DocumentParts = {
  registry: Registry;
  config: RuntimeConfig;
  documentHead: DocumentHead;
  /** Tags about the page. */
  pageHead: string;
  /** Style tags. */
  styles: string;
  /** Markup of the shell's root; null when the browser draws it. */
  frame: string | null;
  /** Query results by app. */
  pageData: Readonly<Record<string, Record<string, unknown>>>;
  /** Releases whose first scripts this page runs. */
  scripts: readonly RegistryVersion[];
  isDev: boolean;
};

/** The CORS mode of every script: the bundler's loader checks hashes and so always asks this way. Another mode would be fetched twice. */
function addressAttributes(release: RegistryVersion, path: string): string {
  return `"${escapeText(release.base + path)}" integrity="${release.integrity[path] ?? ''}" crossorigin="anonymous"`;
}

function preloads(releases: readonly RegistryVersion[], shell: RegistryVersion): string {
  return releases
    .flatMap((release) => release.initial.filter((path) => release !== shell || path !== shell.entry).map((path) => `<link rel="preload" as="script" fetchpriority="low" href=${addressAttributes(release, path)}>`))
    .join('');
}

const dataScript = (attributes: string, value: unknown) => `<script type="application/json" ${attributes}>${escapeJson(value)}</script>`;

/** The whole document. Nothing in it runs but the head's listed scripts and the shell's entry. */
export function writeDocument(parts: DocumentParts): string {
  const { registry, config, documentHead, pageHead, styles, frame, pageData, scripts, isDev } = parts;
  const data = Object.entries(pageData).map(([app, values]) => dataScript(`data-page-of="${escapeText(app)}"`, values));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    ...documentHead.scripts.map((script) => `<script>${script}</script>`),
    pageHead,
    documentHead.tags,
    styles,
    preloads(scripts, registry.shell),
    `<script defer src=${addressAttributes(registry.shell, registry.shell.entry)}></script>`,
    isDev ? '<script defer src="/_dev/reload.js"></script>' : '',
    '</head><body>',
    `<div id="${documentIds.root}"${frame === null ? '' : ' data-prerendered=""'}>${frame ?? ''}</div>`,
    dataScript(`id="${documentIds.registry}"`, registry),
    dataScript(`id="${documentIds.config}"`, config),
    ...data,
    '</body></html>',
  ].join('');
}
