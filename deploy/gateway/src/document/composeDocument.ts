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
import { followKnownAddresses } from './knownAddresses.ts';
import { cachedUrl, missingPageUrl, pageKindOf, type RenderedKind } from './pageKind.ts';
import { createScreenStart, screenKey } from './screenStart.ts';
import { createVariantLimit } from './variantLimit.ts';
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
/** More values of its query than a page has links to it are made up. */
const maxQueries = 20;
/** The pages of a release that does not list its addresses. */
const maxUnlisted = 200;
const versionsOf = ({ revision, variant, shell }: Registry) => `${revision} ${variant ?? ''} ${shell.version}`;

/** Composes the document of an address from the shell's frame and the remote's page. */
export function createComposer({ pages, store, config, log, contentRevision, isDev, isSelfContained }: Options) {
  const brand = config.brand.name;
  const cached = createPageCache();
  const findAddress = followKnownAddresses(pages);
  const queries = createVariantLimit(maxQueries);
  const unlisted = createVariantLimit(maxUnlisted);
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
      isHydrated: false,
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

  /** The document that the browser fills, the same for all addresses of a kind. */
  function bareDocument(registry: Registry, status: number, language: Language, bare: Bare = {}): Promise<ComposedPage> {
    const { isFramed = false, screen, path = '' } = bare;
    const key = `bare ${versionsOf(registry)} ${status} ${language} ${isFramed} ${screen && screenKey(screen, path)}`;
    return cached(key, () => composeBare(registry, status, language, bare));
  }

  /** The page for addresses without one: the same for all of a language, so that the browser makes its own of it. */
  function composeMissing(registry: Registry, remote: RegistryRemote, revision: number, requested: URL): Promise<ComposedPage> {
    const url = missingPageUrl(requested, remote);
    return cached(`missing ${versionsOf(registry)} ${remote.version} ${revision} ${url.href}`, async () => {
      const page = await pages.page(remote.manifest.name, remote, url);
      return composePage(registry, remote, url, { ...page, status: 404 });
    });
  }

  async function composeRendered(registry: Registry, remote: RegistryRemote, revision: number, url: URL): Promise<ComposedPage> {
    const key = `${versionsOf(registry)} ${remote.version} ${revision} ${url.href}`;
    const compose = async () => composePage(registry, remote, url, await pages.page(remote.manifest.name, remote, url));
    const composed = await cached(key, compose, ({ status }) => status !== 404);
    return composed.status === 404 ? composeMissing(registry, remote, revision, url) : composed;
  }

  async function composePage(registry: Registry, remote: RegistryRemote, url: URL, page: RenderedPage): Promise<ComposedPage> {
    const { name } = remote.manifest;
    const language = languageOf(url.pathname);
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
    const isMissing = page.status === 404;
    const isReadable = !isMissing && page.head.noindex !== true;
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
      frame: isMissing ? frame.html.replaceAll(/ data-prerendered="[^"]*"/g, '') : frame.html,
      isHydrated: !isMissing,
      data,
    });
    const policy = contentSecurityPolicy(config, {
      styles: styles.texts,
      styleAttributes: styleAttributes(frame.html),
      scripts: documentHead.scripts,
    });
    const isPartial = documentHead === emptyHead;
    return createComposedPage({
      status: page.status,
      html,
      policy,
      isPrivate: !isReadable,
      isPartial,
      ...(isMissing ? {} : { data }),
      shareText,
    });
  }

  /** The document at an address of a remote that renders its pages; null where the browser is to render it. */
  async function composePublic(
    registry: Registry,
    { remote, reach }: RenderedKind,
    revision: number,
    url: URL,
  ): Promise<ComposedPage | null> {
    const found = reach === 'one' ? 'page' : await findAddress(remote, revision, url.pathname);
    const release = `${versionsOf(registry)} ${remote.version} ${revision}`;
    // Each is for the one person who has it, such as an order: only their browser knows whether it is there.
    if (reach === 'parameter' && found !== 'page') return null;
    if (found === 'nothing') return composeMissing(registry, remote, revision, url);
    if (found === 'moved') {
      const moved = new URL(url);
      moved.pathname = url.pathname.toLowerCase();
      const composed = await composeRendered(registry, remote, revision, moved);
      return composed.redirect ? composed : composeMissing(registry, remote, revision, url);
    }
    if (found === 'unlisted' && !unlisted.isOneOfFew(release, url.pathname)) return null;
    if (url.search && !queries.isOneOfFew(`${release} ${url.pathname}`, url.search)) return null;
    return composeRendered(registry, remote, revision, url);
  }

  /** The document at `url`, whose origin is the one visitors use. Never rejects: a page that cannot be rendered is left to the browser. */
  return async function compose(registry: Registry, requested: URL): Promise<ComposedPage> {
    const page = pageKindOf(registry, requested.pathname);
    const language = languageOf(requested.pathname);
    const path = withoutLanguage(requested.pathname);
    const isFramed = path === previewPath;
    // A local build may render other markup than the live one, so the browser renders the page.
    if (registry.local) return composeBare(registry, page.kind === 'bare' ? page.status : 200, language, { isFramed });
    if (page.kind === 'bare') {
      const { status, screen } = page;
      return bareDocument(registry, status, language, { isFramed, ...(screen ? { screen, path } : {}) });
    }
    const { remote } = page;
    const url = cachedUrl(requested, page.query);
    const address = `${versionsOf(registry)} ${url.href}`;
    try {
      const composed = await composePublic(registry, page, await contentRevision(), url);
      if (composed?.status === 200 && !composed.isPartial) lastGood.set(address, composed);
      return composed ?? bareDocument(registry, 200, language);
    } catch (error) {
      log.error({ err: error, path: url.pathname, remote: remote.manifest.name, version: remote.version }, 'a page could not be rendered');
      return lastGood.get(address) ?? bareDocument(registry, 200, language);
    }
  };
}
