import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Screen } from '@masomo/contracts/findScreen';
import { inLanguage, languageOf, withoutLanguage, type Language } from '@masomo/contracts/languages';
import type { PageHead, RenderedPage } from '@masomo/contracts/page';
import { previewPath } from '@masomo/contracts/previewPath';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { contentSecurityPolicy } from '../http/securityHeaders.ts';
import type { ReleaseStore } from '@masomo/release';
import type { LinkedHead, PageRenderer } from '../render/createPageRenderer.ts';
import { shareImageUrl, shareTextOf } from '../shareImages/shareImages.ts';
import { createComposedPage, createRedirect, type ComposedPage } from './composedPage.ts';
import { createPageCache, sizeOfPage } from './createPageCache.ts';
import { createDocumentData } from './documentData.ts';
import { markup } from './markup.ts';
import { mergeStyles, nameStyles, styleAttributes } from './mergeStyles.ts';
import { cachedUrl, pageKindOf } from './pageKind.ts';
import { createScreenStart, screenKey } from './screenStart.ts';
import { isStartDeferred, writeDocument } from './writeDocument.ts';
import { writePageHead, writeStructuredData } from './writeHead.ts';

type Options = {
  pages: PageRenderer;
  store: Pick<ReleaseStore, 'readRelease'>;
  config: RuntimeConfig;
  log: Logger;
  contentRevision: () => Promise<number>;
  isDev: boolean;
  isSelfContained: boolean;
};

/** Of a document that the browser fills: its screen, if only people with a session may open it, at a path without its language. */
type Bare = { isFramed?: boolean; screen?: Screen; path?: string };

/** Pages that are cached as well take no memory twice. */
const maxLastGoodBytes = 16 * 1024 * 1024;
const emptyHead: LinkedHead = { scripts: [], tags: '' };

/** Composes the document of an address from the shell's frame and the remote's page. */
export function createComposer({ pages, store, config, log, contentRevision, isDev, isSelfContained }: Options) {
  const brand = config.brand.name;
  const cached = createPageCache();
  /** The last page that could be rendered at an address, served while its data cannot be read. */
  const lastGood = new LRUCache<string, ComposedPage>({ maxSize: maxLastGoodBytes, sizeCalculation: sizeOfPage });
  const heads = new LRUCache<string, LinkedHead, Registry>({
    max: 10,
    ignoreFetchAbort: true,
    async fetchMethod(_version, _stale, { context: registry }) {
      const { start, ...rest } = await pages.documentHead(registry);
      return isSelfContained || start === undefined ? rest : { ...rest, start };
    },
  });

  function documentHeadOf(registry: Registry): Promise<LinkedHead> {
    const { version } = registry.shell;
    return heads.forceFetch(version, { context: registry }).catch((error: unknown) => {
      log.error({ err: error, version }, "the shell's document head could not be read");
      return emptyHead;
    });
  }

  async function composeBare(registry: Registry, status: number, language: Language, bare: Bare = {}): Promise<ComposedPage> {
    const documentHead = await documentHeadOf(registry);
    const { isFramed = false, screen, path = '' } = bare;
    const screenScript = screen && documentHead.screen;
    const html = await writeDocument({
      language,
      documentHead,
      isDev,
      isReadable: false,
      shell: registry.shell,
      page: '',
      pageHead: markup`<title>${brand}</title><meta name="robots" content="noindex">`,
      structuredData: markup``,
      styles: '',
      frame: null,
      ...(screenScript
        ? {
            screen: {
              script: screenScript,
              start: { ...(await createScreenStart(store, config, registry, screen, path)), font: documentHead.font },
            },
          }
        : {}),
      data: createDocumentData({ registry, config, pages: {}, releases: [registry.shell] }),
    });
    const scripts = [...documentHead.scripts, ...(screenScript ? [screenScript] : [])];
    const policy = contentSecurityPolicy(config, { styles: [], styleAttributes: [], scripts }, isFramed);
    return createComposedPage({ status, html, policy, isPrivate: true, isPartial: documentHead === emptyHead });
  }

  async function composeRendered(registry: Registry, remote: RegistryRemote, url: URL): Promise<ComposedPage> {
    const { name } = remote.manifest;
    const language = languageOf(url.pathname);
    const page: RenderedPage = await pages.page(name, remote, url);
    if (page.redirect) return createRedirect(page.redirect.startsWith('/') ? inLanguage(page.redirect, language) : page.redirect);
    const [frame, documentHead] = await Promise.all([pages.frame(registry, url, { name, html: page.html }), documentHeadOf(registry)]);
    // A release without this language: its markup must not be hydrated in another one.
    if (page.language !== language || frame.language !== language) return composeBare(registry, page.status, language);
    const styles = await mergeStyles(frame.html, frame.styles, page.styles);
    const data = createDocumentData({
      registry,
      config,
      pages: { shell: frame.fallback, [name]: page.fallback },
      styles: styles.names,
      releases: [registry.shell, remote],
    });
    // A page that search engines must not index is personal, and its content comes with its scripts.
    const isReadable = page.head.noindex !== true;
    const shareText = isReadable && page.status === 200 ? shareTextOf(page.head, brand) : null;
    // The home page stands for the product and shows the product's own image.
    const image =
      shareText && withoutLanguage(url.pathname) !== '/'
        ? shareImageUrl(url.pathname, shareText, registry.shell.version)
        : documentHead.image;
    const head: PageHead = { ...(image ? { image } : {}), ...page.head, ...(page.status === 404 ? { noindex: true } : {}) };
    const html = await writeDocument({
      language,
      documentHead,
      isDev,
      isReadable,
      shell: registry.shell,
      page: url.pathname + url.search,
      pageHead: writePageHead(head, { origin: url.origin, brand, language }),
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
    const isPartial = documentHead === emptyHead;
    return createComposedPage({ status: page.status, html, policy, isPrivate: !isReadable, isPartial, data, shareText });
  }

  /** The document at `url`, whose origin is the one visitors use. Never rejects: a page that cannot be rendered is left to the browser. */
  return async function compose(registry: Registry, requested: URL): Promise<ComposedPage> {
    const page = pageKindOf(registry, requested.pathname);
    const language = languageOf(requested.pathname);
    const isFramed = withoutLanguage(requested.pathname) === previewPath;
    // A local build may render other markup than the live one, so the browser renders the page.
    if (registry.local) return composeBare(registry, page.kind === 'bare' ? page.status : 200, language, { isFramed });
    const versions = `${registry.revision} ${registry.variant ?? ''} ${registry.shell.version}`;
    if (page.kind === 'bare') {
      const { status, screen } = page;
      const path = withoutLanguage(requested.pathname);
      const compose = () => composeBare(registry, status, language, { isFramed, ...(screen ? { screen, path } : {}) });
      const opens = screen && screenKey(screen, path);
      return cached(`bare ${versions} ${status} ${language} ${isFramed} ${opens}`, compose);
    }
    const { remote } = page;
    const url = cachedUrl(requested, page.query);
    const address = url.href;
    const key = `${versions} ${remote.version} ${await contentRevision()} ${address}`;
    try {
      const composed = await cached(key, () => composeRendered(registry, remote, url));
      if (composed.status === 200 && !composed.isPartial) lastGood.set(`${versions} ${address}`, composed);
      return composed;
    } catch (error) {
      log.error({ err: error, path: url.pathname, remote: remote.manifest.name, version: remote.version }, 'a page could not be rendered');
      return lastGood.get(`${versions} ${address}`) ?? composeBare(registry, 200, language);
    }
  };
}
