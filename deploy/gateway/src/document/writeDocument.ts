import { documentIds, type DocumentData, type DocumentStart } from '@masomo/contracts/document';
import type { RegistryVersion } from '@masomo/contracts/registry';
import type { LinkedHead } from '../render/createPageRenderer.ts';
import { escapeJson, escapeText } from './escapeText.ts';

export type DocumentParts = {
  documentHead: LinkedHead;
  /** Tags about the page. */
  pageHead: string;
  /** Tags for search engines, after what is read. */
  structuredData: string;
  /** Style tags. */
  styles: string;
  /** Markup of the shell's root; null when the browser draws it. */
  frame: string | null;
  /** Path and query string of the page. */
  page: string;
  data: DocumentData;
  shell: RegistryVersion;
  /** The page has something to read before its scripts run. */
  isReadable: boolean;
  isDev: boolean;
};

/** The CORS mode of every script: the bundler's loader checks hashes and so always asks this way. Another mode would be fetched twice. */
const attributesOf = ([address, integrity]: readonly [string, string]) =>
  `"${escapeText(address)}" integrity="${integrity}" crossorigin="anonymous"`;

const dataScript = (attributes: string, value: unknown) => `<script type="application/json" ${attributes}>${escapeJson(value)}</script>`;

const entryOf = (shell: RegistryVersion) => [shell.base + shell.entry, shell.integrity[shell.entry] ?? ''] as const;

/**
 * Starts after the page has been shown: all it needs is the address of its data and of the shell's entry, and beside it the script
 * that does. A browser does not fetch that by itself: a slow phone would, before it draws.
 */
function startLater({ page, data, shell, documentHead }: DocumentParts): { first: string; head: string; body: string } {
  const [entry, integrity] = entryOf(shell);
  const spec: DocumentStart = { page, tag: data.tag, entry, integrity };
  const script = documentHead.start ? `<link rel="masomo-start" href=${attributesOf(documentHead.start)}>` : '';
  return { first: dataScript(`id="${documentIds.start}"`, spec) + script, head: '', body: '' };
}

/** Starts at once, from data in the document. */
function startNow({ data, shell }: DocumentParts): { first: string; head: string; body: string } {
  const entry = entryOf(shell);
  const preloads = data.scripts
    .filter(([address]) => address !== entry[0])
    .map((script) => `<link rel="preload" as="script" fetchpriority="low" href=${attributesOf(script)}>`);
  return {
    first: '',
    head: `${preloads.join('')}<script defer src=${attributesOf(entry)}></script>`,
    body: [
      dataScript(`id="${documentIds.registry}"`, data.registry),
      dataScript(`id="${documentIds.config}"`, data.config),
      ...Object.entries(data.pages).map(([app, values]) => dataScript(`data-page-of="${escapeText(app)}"`, values)),
    ].join(''),
  };
}

/** Does this document wait with its scripts until it has been shown? */
export function isStartDeferred({
  frame,
  isReadable,
  documentHead,
}: Pick<DocumentParts, 'frame' | 'isReadable' | 'documentHead'>): boolean {
  return frame !== null && isReadable && documentHead.start !== undefined;
}

/**
 * The whole document. Nothing in it runs but the head's listed scripts and the shell's entry. What the first screen needs comes
 * first: with the answer's headers it fits the ten segments a new connection may send at once, and the rest may come later.
 */
export function writeDocument(parts: DocumentParts): string {
  const { documentHead, pageHead, structuredData, styles, frame, isDev } = parts;
  const start = isStartDeferred(parts) ? startLater(parts) : startNow(parts);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    start.first,
    ...documentHead.scripts.map((script) => `<script>${script}</script>`),
    pageHead,
    documentHead.tags,
    styles,
    start.head,
    isDev ? '<script defer src="/_dev/reload.js"></script>' : '',
    '</head><body>',
    `<div id="${documentIds.root}"${frame === null ? '' : ' data-prerendered=""'}>${frame ?? ''}</div>`,
    start.body,
    structuredData,
    '</body></html>',
  ].join('');
}
