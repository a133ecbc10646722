export type { PaperIssue } from '@masomo/documents/paperCheck';

/** A paper to be made: one of our templates, and what it says. Nothing of the data is ever read as a template. */
export type Paper = {
  template: 'report-cards' | 'receipt' | 'statement' | 'cards' | 'tables' | 'certificate' | 'order';
  /** Texts that are said already, and numbers; the template reads them as JSON. */
  data: object;
  /** Pictures that the data names, by their path, such as `/crest.png`. */
  pictures?: Readonly<Record<string, Uint8Array>>;
};

/** A PDF, or a drawing (SVG) of its pages for a screen. */
export type PaperFormat = 'pdf' | 'svg';

export type PaperJob = { id: number; template: string; format: PaperFormat; data: string; pictures: Readonly<Record<string, Uint8Array>> };
export type CompilerMessage =
  /** Everything of its own is loaded: from here on it opens nothing more. */
  { type: 'ready' } | { type: 'done'; id: number; content: Uint8Array; megabytes: number } | { type: 'failed'; id: number; reason: string };
