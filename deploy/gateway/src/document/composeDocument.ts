import type { Logger } from 'pino';
import type { PageHead, RenderedPage } from '@masomo/contracts/page';
import { previewPath } from '@masomo/contracts/previewPath';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { shareTextOf, shareImageUrl } from '../shareImages/shareImages.ts';
import type { LinkedHead, PageRenderer } from '../render/createPageRenderer.ts';
import { contentSecurityPolicy } from '../http/securityHeaders.ts';
import { createComposedPage, createRedirect, type ComposedPage } from './composedPage.ts';
import { createDocumentData } from './documentData.ts';
import { escapeText } from './escapeText.ts';
import { createPageCache } from './createPageCache.ts';
import { pageKindOf } from './pageKind.ts';
import { mergeStyles, nameStyles, styleAttributes } from './mergeStyles.ts';
import { isStartDeferred, writeDocument } from './writeDocument.ts';
import { writePageHead, writeStructuredData } from './writeHead.ts';

type Options = {
  pages: PageRenderer;
  config: RuntimeConfig;
  log: Logger;
  contentRevision: () => Promise<number>;
  isDev: boolean;
  isSelfContained: boolean;
};

const noHead: LinkedHead = { scripts: [], tags: '' };

/** Composes the document of an address from the shell's frame and the owner's page. */
export function createComposer({ pages, config, log, contentRevision, isDev, isSelfContained }: Options) {
  const cached = createPageCache();
  const heads = new Map<string, Promise<LinkedHead>>();
  /** The last page that could be rendered at an address, for the time its data cannot be read. */
  const lastGood = new Map<string, ComposedPage>();

  function documentHeadOf(registry: Registry): Promise<LinkedHead> {
    const { version } = registry.shell;
    let head = heads.get(version);
    if (!head) {
      head = pages
        .documentHead(registry)
        .then(({ start, ...rest }) => (isSelfContained || start === undefined ? rest : { ...rest, start }))
        .catch((error: unknown) => {
          heads.delete(version);
          log.error({ err: error, version }, 'the shell gives no document head');
          return noHead;
        });
      heads.set(version, head);
    }
    return head;
  }

  async function bare(registry: Registry, status: number, title: string, isFramed = false): Promise<ComposedPage> {
    const documentHead = await documentHeadOf(registry);
    const html = writeDocument({
      documentHead,
      isDev,
      isReadable: false,
      shell: registry.shell,
      page: '',
      pageHead: `<title>${escapeText(title)}</title><meta name="robots" content="noindex">`,
      structuredData: '',
      styles: '',
      frame: null,
      data: createDocumentData({ registry, config, pages: {}, releases: [registry.shell] }),
    });
    return createComposedPage({
      status,
      html,
      policy: contentSecurityPolicy(config, { styles: [], styleAttributes: [], scripts: documentHead.scripts }, isFramed),
      isPrivate: true,
    });
  }

  async function rendered(registry: Registry, remote: RegistryRemote, url: URL): Promise<ComposedPage> {
    const { name } = remote.manifest;
    const page: RenderedPage = await pages.page(name, remote, url);
    if (page.redirect) return createRedirect(page.redirect);
    const [frame, documentHead] = await Promise.all([pages.frame(registry, url, { name, html: page.html }), documentHeadOf(registry)]);
    const styles = await mergeStyles(frame.html, frame.styles, page.styles);
    const data = createDocumentData({
      registry,
      config,
      pages: { shell: frame.fallback, [name]: page.fallback },
      styles: styles.names,
      releases: [registry.shell, remote],
    });
    // What is not to be found by search engines is somebody's own, and drawn by its scripts.
    const isReadable = page.head.noindex !== true;
    const shared = isReadable && page.status === 200 ? shareTextOf(page.head, config.brand.name) : null;
    // The home page is the product: it shows the product's picture.
    const picture = shared && url.pathname !== '/' ? shareImageUrl(url.pathname, shared, registry.shell.version) : documentHead.image;
    const head: PageHead = { ...(picture ? { image: picture } : {}), ...page.head, ...(page.status === 404 ? { noindex: true } : {}) };
    const html = writeDocument({
      documentHead,
      isDev,
      isReadable,
      shell: registry.shell,
      page: url.pathname + url.search,
      pageHead: writePageHead(head, url.origin, config.brand.name),
      structuredData: writeStructuredData(head),
      styles: isStartDeferred({ frame: frame.html, isReadable, documentHead }) ? styles.tags : nameStyles(styles),
      frame: frame.html,
      data,
    });
    const policy = contentSecurityPolicy(config, {
      styles: styles.texts,
      styleAttributes: styleAttributes(frame.html),
      scripts: documentHead.scripts,
    });
    return createComposedPage({ status: page.status, html, policy, isPrivate: !isReadable, data, shared });
  }

  /** The document at `url`, whose origin is the visitors'. Never fails: a page that cannot be rendered is left to the browser. */
  return async function compose(registry: Registry, url: URL): Promise<ComposedPage> {
    const page = pageKindOf(registry, url.pathname);
    // Another build may draw other markup than the live one: the browser draws the page then.
    const isFramed = url.pathname === previewPath;
    if (registry.local) return bare(registry, page.kind === 'bare' ? page.status : 200, config.brand.name, isFramed);
    const versions = `${registry.revision} ${registry.variant ?? ''} ${registry.shell.version}`;
    if (page.kind === 'bare')
      return cached(`bare ${versions} ${page.status} ${isFramed}`, () => bare(registry, page.status, config.brand.name, isFramed));
    const { remote } = page;
    const place = `${url.origin}${url.pathname}${url.search}`;
    const key = `${versions} ${remote.version} ${await contentRevision()} ${place}`;
    try {
      const composed = await cached(key, () => rendered(registry, remote, url));
      if (composed.status === 200) remember(lastGood, `${versions} ${place}`, composed);
      return composed;
    } catch (error) {
      log.error({ err: error, path: url.pathname, remote: remote.manifest.name, version: remote.version }, 'a page could not be rendered');
      return lastGood.get(`${versions} ${place}`) ?? bare(registry, 200, config.brand.name);
    }
  };
}

const keptGood = 200;

function remember(pages: Map<string, ComposedPage>, key: string, page: ComposedPage): void {
  pages.delete(key);
  pages.set(key, page);
  const [oldest] = pages.keys();
  if (pages.size > keptGood && oldest !== undefined) pages.delete(oldest);
}
