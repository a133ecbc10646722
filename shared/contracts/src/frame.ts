import type { Installation } from './installation.ts';
import type { Registry } from './registry.ts';
import type { RuntimeConfig } from './runtimeConfig.ts';

/** What the gateway passes to the shell's server build to render the frame of one address. */
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
  /** Query results the frame was rendered with, by serialised key. */
  fallback: Record<string, unknown>;
  /** The language it was rendered in; English when a release does not say. */
  language?: string;
};

/** The head of every document, prerendered or not. */
export type DocumentHead = {
  /** Short scripts that must run before the first paint; the gateway writes them inline and allows exactly them. */
  scripts: string[];
  /** Tags of the installation: icons, web app manifest, theme colour. */
  tags: string;
  /** Address of the image that link previews show for a page without one of its own; 1200 x 630 pixels. */
  image?: string | undefined;
  /**
   * Text of a script that starts a prerendered document from `documentIds.start` after its first paint. The build makes it a file
   * of the release (`startFile`); the document links it right after that element, and one of `scripts` loads it. A shell without
   * one starts at once, from data in the document.
   */
  start?: string | undefined;
  /** Address of the font of almost all text. */
  font?: string | undefined;
  /** Text of a short script that runs in the head of the document of a signed-in screen, after `documentIds.screen`. */
  screen?: string | undefined;
};

/** An image as a tree of styled elements, as `satori` renders it. */
export type ImageNode = {
  type: 'div' | 'img';
  props: { style: Record<string, string | number>; src?: string; children?: string | ImageNode[] };
};

/** The texts on a link preview's image. */
export type ShareImageTexts = { title: string; description: string; brand: string };

/** What `shell/src/server.tsx` exports. */
export type ShellServer<Db = unknown> = {
  renderFrame(request: FrameRequest<Db>): RenderedFrame | Promise<RenderedFrame>;
  documentHead?: DocumentHead;
  /** The build makes it a file of the release (`installationFile`). */
  installation?: Installation;
  /** Makes the image of a public page, 1200 x 630 pixels; without it every page has `documentHead.image`. */
  shareImage?(texts: ShareImageTexts): ImageNode;
};
