import type { FirstRead } from './remoteManifest.ts';

/** Ids of the elements of the composed document that the gateway writes and the shell reads. */
export const documentIds = {
  /** The shell's React root. Carries `data-prerendered` when the frame in it was rendered on the server. */
  root: 'root',
  /** `<script type="application/json">` with the registry (`@masomo/contracts/registry`). */
  registry: 'masomo-registry',
  /** `<script type="application/json">` with the configuration (`@masomo/contracts/runtimeConfig`). */
  config: 'masomo-config',
  /** `<script type="application/json">` of a prerendered document, which starts later (`DocumentStart`). */
  start: 'masomo-start',
  /** `<script type="application/json">` of the document of a signed-in screen (`ScreenStart`). */
  screen: 'masomo-screen',
} as const;

/**
 * Query results a page was rendered with are in `<script type="application/json" data-page-of="…">`, one for the
 * remote and one for the shell's own frame (`data-page-of="shell"`).
 */
export function pageDataSelector(app: string): string {
  return `script[type="application/json"][data-page-of="${app}"]`;
}

/**
 * How a prerendered document starts. It is readable without scripts, so its data, which other documents carry inline, and the
 * shell's entry are fetched after it.
 */
export type DocumentStart = {
  /** Path and query string the document was composed for. */
  page: string;
  /** Tag of its data when it was composed. */
  tag: string;
  /** Address of the shell's entry script, and its hash. */
  entry: string;
  integrity: string;
};

/** What the document of a signed-in screen asks for before the shell's scripts run, if its visitor may open it. */
export type ScreenStart = {
  access: 'signed-in' | readonly string[];
  /** Addresses and hashes of the scripts it needs beyond the shell's own, in the order in which they are needed. */
  scripts: readonly (readonly [address: string, integrity: string])[];
  /** Address of the font of its text. */
  font?: string | undefined;
  /** Origin of the backend, empty for the page's own, and the key that requests name beside the session's token. */
  backend: string;
  key: string;
  /** Path below `/rest/v1/` that everybody with a session reads first, and the requests of those who may open the screen. */
  identity: string;
  reads: readonly FirstRead[];
};

/** Name of the window's property with what a document has asked for (`EarlyReads`). */
export const earlyReadsName = 'masomoEarlyReads';

/** Responses by their request's address; the request was a GET with this token, at this time of the page. */
export type EarlyReads = { token: string; sentAt: number; responses: Record<string, Promise<Response>> };

/** The data of a prerendered page, which a document without markup carries inline. */
export type DocumentData = {
  /** Hash of the rest. When it differs from the document's, something was released or changed after the markup was rendered. */
  tag: string;
  registry: unknown;
  config: unknown;
  /** Query results by app and serialised key. */
  pages: Record<string, Record<string, unknown>>;
  /** Ids of the rules in the document's style tags, by emotion's key: `data-emotion` of a tag is its key and these. */
  styles?: Record<string, string>;
  /** Addresses and hashes of the scripts the page runs first. */
  scripts: [address: string, integrity: string][];
};

/** Path of the data of the document that the query parameters `page` and `tag` name. */
export const documentDataPath = '/_document.json';

/** Address of the data of a document, relative to the origin. */
export function documentDataUrl({ page, tag }: Pick<DocumentStart, 'page' | 'tag'>): string {
  return `${documentDataPath}?page=${encodeURIComponent(page)}&tag=${tag}`;
}

/** Dispatched on the window when the page of a remote is hydrated. */
export const renderedEvent = 'masomo:rendered';
