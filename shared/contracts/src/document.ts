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
} as const;

/**
 * Query results a page was rendered with stand in `<script type="application/json" data-page-of="…">`, one for the
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
