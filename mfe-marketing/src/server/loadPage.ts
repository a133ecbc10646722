import { serializeKey, type Db } from '@masomo/data';
import { siteKeys } from '@masomo/data/site/publicContent';
import { getRedirect, pageKeys, type PublishedPage } from '@masomo/data/site/publishedPages';
import type { PageHead } from '@masomo/contracts/page';
import type { SiteSettings } from '@masomo/domain/siteSettings';
import type { PageData } from '@masomo/remote/server';
import { pageOf } from '../pages.ts';
import { pageMetadata, titleOf } from '../shared/pageMetadata.ts';
import { structuredData } from './jsonLd.ts';
import { blockQueriesOf, queriesOf, type PageQuery } from './pageQueries.ts';

type Answers = { settings: SiteSettings; page: PublishedPage | null | undefined; fallback: Record<string, unknown> };

async function readAll(db: Db, path: string): Promise<Answers> {
  const fallback = await readInto({}, queriesOf(path), db);
  const settings = fallback[serializeKey(siteKeys.settings())] as SiteSettings;
  const page = fallback[serializeKey(pageKeys.bySlug(path.slice(1)))] as PublishedPage | null | undefined;
  if (page && !pageMetadata[path]) await readInto(fallback, blockQueriesOf(page.blocks), db);
  return { settings, page, fallback };
}

async function readInto(fallback: Record<string, unknown>, queries: readonly PageQuery[], db: Db): Promise<Record<string, unknown>> {
  await Promise.all(
    queries.map(async (query) => {
      fallback[serializeKey(query.key)] = await query.read(db);
    }),
  );
  return fallback;
}

/** Data, head and status of a public page; code of the page included, for a render waits for nothing. */
export async function loadPage(url: URL, db: Db): Promise<PageData> {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : url.pathname;
  if (path === '/home') return moved('/');
  if (path !== url.pathname) return moved(path + url.search);
  const [{ settings, page, fallback }] = await Promise.all([readAll(db, path), pageOf(path)?.preload()]);
  const words = pageMetadata[path];
  if (words) {
    return {
      status: 200,
      fallback,
      head: headOf({
        origin: url.origin,
        path,
        title: words.title,
        description: words.description,
        settings,
        fallback,
        crumb: words.crumb,
      }),
    };
  }
  if (page) {
    return {
      status: 200,
      fallback,
      head: {
        ...headOf({ origin: url.origin, path, title: page.title, description: page.description, settings, fallback, crumb: page.title }),
        ...(page.socialImage ? { image: page.socialImage } : {}),
      },
    };
  }
  const now = await getRedirect(db, path);
  if (now) return moved(now);
  return {
    status: 404,
    fallback,
    head: { title: titleOf('Page not found', settings.brand.name), description: '', canonical: '/', noindex: true },
  };
}

function moved(to: string): PageData {
  return { status: 301, redirect: to, fallback: {}, head: { title: 'Moved', description: '', canonical: '/' } };
}

function headOf(page: {
  origin: string;
  path: string;
  title: string;
  description: string;
  crumb: string;
  settings: SiteSettings;
  fallback: Record<string, unknown>;
}): PageHead {
  return {
    title: titleOf(page.title, page.settings.brand.name),
    description: page.description,
    canonical: page.path,
    jsonLd: structuredData(page),
  };
}
