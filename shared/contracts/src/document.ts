import * as z from 'zod/mini';

/** Ids of the elements of the composed document that the gateway writes and the shell reads. */
export const documentIds = {
  /** The shell's React root. Carries `data-prerendered` when the frame in it was rendered on the server. */
  root: 'root',
  /** `<script type="application/json">` with the registry (`@masomo/contracts/registry`). */
  registry: 'masomo-registry',
  /** `<script type="application/json">` with the configuration (`@masomo/contracts/runtimeConfig`). */
  config: 'masomo-config',
  /** `<script type="application/json">` of a prerendered document that starts later (`documentStartSchema`). */
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
 * How a prerendered document starts. It can be read without any script, so what it runs is fetched after it: its data,
 * which would otherwise stand in it, and the shell's entry.
 */
export const documentStartSchema = z.object({
  /** Path and query string the document was composed for. */
  page: z.string(),
  /** Tag of its data (`documentDataSchema`) when it was composed. */
  tag: z.string(),
  /** Address of the shell's entry script, and its hash. */
  entry: z.string(),
  integrity: z.string(),
});
export type DocumentStart = z.infer<typeof documentStartSchema>;

/** What stands beside the markup of a prerendered page: the texts of the elements a bare document carries. */
export const documentDataSchema = z.object({
  /** Hash of the rest. Another tag than the document's: something was released or changed since, and the markup is older. */
  tag: z.string(),
  registry: z.unknown(),
  config: z.unknown(),
  /** Query results by app and serialised key. */
  pages: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Ids of the rules in the document's style tags, by emotion's key: `data-emotion` of a tag is its key and these. */
  styles: z.optional(z.record(z.string(), z.string())),
  /** Addresses and hashes of the scripts the page runs first. */
  scripts: z.array(z.tuple([z.string(), z.string()])),
});
export type DocumentData = z.infer<typeof documentDataSchema>;

/** Path at which the gateway answers with the data of the document named by `page` and `tag` in its query string. */
export const documentDataPath = '/_document.json';

/** Where the data of a document are. */
export function documentDataUrl({ page, tag }: Pick<DocumentStart, 'page' | 'tag'>): string {
  return `${documentDataPath}?page=${encodeURIComponent(page)}&tag=${tag}`;
}

/** Told on `window` by the shell and by every remote that took over its prerendered markup. */
export const hydratedEvent = 'masomo:hydrated';
