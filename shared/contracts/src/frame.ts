import type { Registry } from './registry.ts';
import type { RuntimeConfig } from './runtimeConfig.ts';

/** What the gateway hands the shell's server build to draw the frame of one address. */
export type FrameRequest<Db = unknown> = {
  url: URL;
  registry: Registry;
  config: RuntimeConfig;
  /** The remote's rendered markup, or null: the frame alone, whose outlet the browser fills. */
  outlet: { name: string; html: string } | null;
  /** Reads as an anonymous visitor. */
  db: Db;
};

/** The frame as markup. `html` is the whole content of the shell's root element. */
export type RenderedFrame = {
  html: string;
  /** Style tags emotion collected while rendering. */
  styles: string;
  /** Query results the frame was drawn with, by serialised key. */
  fallback: Record<string, unknown>;
};

/** What belongs in the head of every document, drawn or not. */
export type DocumentHead = {
  /** Short scripts that must run before the first paint; the gateway writes them inline and allows exactly them. */
  scripts: string[];
  /** Tags of the installation: icons, web app manifest, theme colour. */
  tags: string;
  /** Address of the picture that link previews show for a page without one of its own; 1200 x 630 pixels. */
  image?: string | undefined;
  /**
   * Text of a script for prerendered documents: starts the page from `documentIds.start` after it has been shown. The build
   * makes it a file of the release (`startFile`); the document links it right after that element, and one of `scripts` runs it. A
   * shell without one starts at once, from data in the document.
   */
  start?: string | undefined;
};

/** A drawing as a tree of elements with styles, as `satori` takes it. */
export type ImageNode = {
  type: 'div' | 'img';
  props: { style: Record<string, string | number>; src?: string; children?: string | ImageNode[] };
};

/** What a link preview's picture says. */
export type ShareImageTexts = { title: string; description: string; brand: string };

/** What `shell/src/server.tsx` exports. */
export type ShellServer<Db = unknown> = {
  renderFrame(request: FrameRequest<Db>): RenderedFrame | Promise<RenderedFrame>;
  documentHead?: DocumentHead;
  /** Draws the picture of a public page, 1200 x 630 pixels; without it every page shows `documentHead.image`. */
  sharePicture?(words: ShareImageTexts): ImageNode;
};
