import { z } from 'zod';
import { startFile } from '@masomo/contracts/release';
import { pageHeadSchema, type RenderedPage } from '@masomo/contracts/page';
import type { DocumentHead, ImageNode, ShareImageTexts, RenderedFrame } from '@masomo/contracts/frame';
import type { Registry, RegistryVersion } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import type { ReleaseStore } from '@masomo/release';
import type { Renderer } from './startRenderer.ts';

const renderedPageSchema = z.object({
  status: z.number().int(),
  head: pageHeadSchema,
  html: z.string(),
  styles: z.string(),
  fallback: z.record(z.string(), z.unknown()),
  redirect: z.string().optional(),
  language: z.string().default('en'),
});
const renderedFrameSchema = z.object({
  html: z.string(),
  styles: z.string(),
  fallback: z.record(z.string(), z.unknown()).default({}),
  language: z.string().default('en'),
});
const documentHeadSchema = z.object({
  scripts: z.array(z.string()),
  tags: z.string(),
  image: z.string().optional(),
  start: z.string().optional(),
  font: z.string().optional(),
  screen: z.string().optional(),
});

type Release = Pick<RegistryVersion, 'version'>;
/** The shell's part of a document's head, with the start script as the address and hash of its file. */
export type LinkedHead = Omit<DocumentHead, 'start'> & { start?: readonly [address: string, integrity: string] };

/** Calls the server builds of live releases. */
export type PageRenderer = {
  page(app: string, release: Release, url: URL): Promise<RenderedPage>;
  frame(registry: Registry, url: URL, outlet: { name: string; html: string } | null): Promise<RenderedFrame>;
  /** `start` is the address and the hash of the script that starts prerendered documents. */
  documentHead(registry: Registry): Promise<LinkedHead>;
  /** The sitemap; null when the release has none. */
  sitemap(app: string, release: Release, url: URL): Promise<string | null>;
  /** Paths, without a language, of all pages and redirects that the release has; null when it does not list them. */
  addresses(app: string, release: Release): Promise<readonly string[] | null>;
  /** The share image of a page as a tree of elements; null when the release renders none. */
  shareImage(shell: Release, text: ShareImageTexts): Promise<ImageNode | null>;
};

export function createPageRenderer(renderer: Renderer, store: ReleaseStore, config: RuntimeConfig): PageRenderer {
  async function fileOf(app: string, { version }: Release): Promise<string> {
    const server = (await store.readRelease(app, version))?.server;
    if (!server) throw new Error(`${app} ${version} has no server build.`);
    return store.localPath(app, version, server);
  }

  return {
    async page(app, release, url) {
      const { redirect, ...page } = renderedPageSchema.parse(
        await renderer.run({ app, file: await fileOf(app, release), call: 'render', url: url.href }),
      );
      return redirect ? { ...page, redirect } : page;
    },
    async frame(registry, url, outlet) {
      const input = { registry, config, outlet };
      return renderedFrameSchema.parse(
        await renderer.run({ app: 'shell', file: await fileOf('shell', registry.shell), call: 'renderFrame', url: url.href, input }),
      );
    },
    async documentHead(registry) {
      const head = await renderer.run({ app: 'shell', file: await fileOf('shell', registry.shell), call: 'documentHead' });
      const { start, ...rest } = documentHeadSchema.parse(head ?? { scripts: [], tags: '' });
      const file = start === undefined ? undefined : (await store.readRelease('shell', registry.shell.version))?.files[startFile];
      return file ? { ...rest, start: [registry.shell.base + startFile, file.integrity] } : rest;
    },
    async sitemap(app, release, url) {
      return z
        .string()
        .nullable()
        .parse(await renderer.run({ app, file: await fileOf(app, release), call: 'sitemap', url: url.href }));
    },
    async addresses(app, release) {
      return z
        .array(z.string())
        .nullable()
        .parse(await renderer.run({ app, file: await fileOf(app, release), call: 'addresses' }));
    },
    async shareImage(shell, text) {
      return z
        .custom<ImageNode>((value) => typeof value === 'object' && value !== null)
        .nullable()
        .parse(await renderer.run({ app: 'shell', file: await fileOf('shell', shell), call: 'shareImage', input: text }));
    },
  };
}
