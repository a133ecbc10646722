import { raw } from 'hono/html';
import { documentIds, type DocumentData, type DocumentStart, type ScreenStart } from '@masomo/contracts/document';
import type { Language } from '@masomo/contracts/languages';
import type { RegistryVersion } from '@masomo/contracts/registry';
import type { LinkedHead } from '../render/createPageRenderer.ts';
import { escapeJson } from './escapeJson.ts';
import { markup, type Markup } from './markup.ts';

type DocumentParts = {
  language: Language;
  documentHead: LinkedHead;
  /** Tags that describe the page. */
  pageHead: Markup;
  /** Tags for search engines, placed after the content. */
  structuredData: Markup;
  /** Style tags. */
  styles: string;
  /** Markup of the shell's root; null when the browser renders it. */
  frame: string | null;
  /** Whether the browser takes over this markup; otherwise it replaces it by its own. */
  isHydrated: boolean;
  /** Path and query string of the page. */
  page: string;
  data: DocumentData;
  /** What a signed-in screen needs at once, and the script that asks for it. */
  screen?: { start: ScreenStart; script: string };
  shell: RegistryVersion;
  /** Whether the page has something to read before its scripts run. */
  isReadable: boolean;
  isDev: boolean;
};

/** What starts the page: elements right after the charset, at the end of the head, and at the end of the body. */
type StartElements = { first?: Markup; head?: Markup; body?: Markup };

/** An address with its hash. Every script uses the CORS mode of the bundler's loader, which another mode would fetch a second time. */
const addressOf = ([address, integrity]: readonly [string, string]) =>
  markup`"${address}" integrity="${integrity}" crossorigin="anonymous"`;

const jsonScript = (attribute: 'id' | 'data-page-of', name: string, value: unknown) =>
  markup`<script type="application/json" ${attribute}="${name}">${raw(escapeJson(value))}</script>`;

const entryOf = (shell: RegistryVersion) => [shell.base + shell.entry, shell.integrity[shell.entry] ?? ''] as const;

/**
 * Starts after the first paint, from the address of the page's data and of the shell's entry. The start script is linked with a
 * relation no browser fetches by itself: a slow phone would fetch it before painting.
 */
function startDeferred({ page, data, shell, documentHead }: DocumentParts): StartElements {
  const [entry, integrity] = entryOf(shell);
  const start: DocumentStart = { page, tag: data.tag, entry, integrity };
  const script = documentHead.start && markup`<link rel="masomo-start" href=${addressOf(documentHead.start)}>`;
  return { first: markup`${jsonScript('id', documentIds.start, start)}${script}` };
}

/** Starts while the document loads, from data inside of it. */
function startImmediately({ data, shell, frame, screen }: DocumentParts): StartElements {
  const entry = entryOf(shell);
  // Without markup there is nothing to paint before they run.
  const priority = frame !== null && raw(' fetchpriority="low"');
  // It starts up while the larger ones are on their way; a deferred script would come after them by itself.
  const entryPriority = frame === null && raw(' fetchpriority="high"');
  const preloads = data.scripts
    .filter(([address]) => address !== entry[0])
    .map((script) => markup`<link rel="preload" as="script"${priority} href=${addressOf(script)}>`);
  const opening = screen && markup`${jsonScript('id', documentIds.screen, screen.start)}<script>${raw(screen.script)}</script>`;
  const pages = Object.entries(data.pages).map(([app, values]) => jsonScript('data-page-of', app, values));
  return {
    head: markup`${preloads}<script defer${entryPriority} src=${addressOf(entry)}></script>${opening}`,
    body: markup`${jsonScript('id', documentIds.registry, data.registry)}${jsonScript('id', documentIds.config, data.config)}${pages}`,
  };
}

/** Whether the document's scripts wait until it has been painted. */
export function isStartDeferred({
  frame,
  isReadable,
  documentHead,
}: Pick<DocumentParts, 'frame' | 'isReadable' | 'documentHead'>): boolean {
  return frame !== null && isReadable && documentHead.start !== undefined;
}

/**
 * The whole document. It runs only the head's listed scripts and the shell's entry. What the first screen needs comes first: with the
 * response's headers it fits the ten segments a new connection may send at once, and the rest may follow later.
 */
export async function writeDocument(parts: DocumentParts): Promise<string> {
  const { language, documentHead, pageHead, structuredData, styles, frame, isDev } = parts;
  const start = isStartDeferred(parts) ? startDeferred(parts) : startImmediately(parts);
  const head = [
    raw('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
    start.first,
    documentHead.scripts.map((script) => raw(`<script>${script}</script>`)),
    pageHead,
    // A signed-in screen shows text only once its scripts have run, and asks for the font after them.
    documentHead.font && !parts.screen && markup`<link rel="preload" as="font" type="font/woff2" href="${documentHead.font}" crossorigin>`,
    raw(documentHead.tags),
    raw(styles),
    start.head,
    isDev && raw('<script defer src="/_dev/reload.js"></script>'),
  ];
  const root = markup`<div id="${documentIds.root}"${parts.isHydrated && raw(' data-prerendered=""')}>${raw(frame ?? '')}</div>`;
  const document = markup`<!doctype html><html lang="${language}"><head>${head}</head><body>${root}${start.body}${structuredData}</body></html>`;
  return String(await document);
}
