import { t } from '@lingui/core/macro';
import { serializeKey, type Db } from '@masomo/data';
import { getRedirect } from '@masomo/data/site/publishedPages';
import type { PageHead } from '@masomo/contracts/page';
import type { PageData } from '@masomo/remote/server';
import { pageOf } from '../pages.ts';
import { titleOf } from '../shared/pageTitles.ts';
import { isBuiltFromMessages, metadataOf, pageMetadata } from './pageMetadata.ts';
import { structuredData, type StructuredPage } from './jsonLd.ts';
import { blockQueriesOf, heroesQuery, queriesOf, settingsQuery, type PageQuery } from './pageQueries.ts';

async function loadData(db: Db, path: string) {
  const fallback: Record<string, unknown> = {};
  const load = async <Result>(query: PageQuery<Result>): Promise<Result> => {
    const result = await query.read(db);
    fallback[serializeKey(query.key)] = result;
    return result;
  };
  const queries = queriesOf(path);
  const [settings, page, plans, faqs] = await Promise.all([
    load(settingsQuery),
    queries.page && load(queries.page),
    queries.plans && load(queries.plans),
    queries.faqs && load(queries.faqs),
    load(heroesQuery),
    ...(queries.others ?? []).map(load),
  ]);
  if (queries.bySettings) await load(queries.bySettings(settings));
  if (page && !pageMetadata[path]) await Promise.all(blockQueriesOf(page.blocks).map(load));
  return { settings, page, plans, faqs, fallback };
}

/** Data, head and status of a public page. Preloads the page's chunk too, because a server render cannot suspend. */
export async function loadPage(url: URL, db: Db): Promise<PageData> {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : url.pathname;
  if (path === '/home') return redirectTo('/');
  if (path !== url.pathname) return redirectTo(path + url.search);
  const [{ page, fallback, ...data }] = await Promise.all([loadData(db, path), pageOf(path)?.preload()]);
  const origin = url.origin;
  const metadata = metadataOf(path);
  const languages = page && !isBuiltFromMessages(path) ? { languages: page.languages } : {};
  if (metadata) return { status: 200, fallback, head: { ...headOf({ origin, path, ...metadata, ...data }), ...languages } };
  if (page) {
    const { title, description, socialImage } = page;
    const head = headOf({ origin, path, title, description, crumb: title, ...data });
    return { status: 200, fallback, head: { ...head, ...languages, ...(socialImage ? { image: socialImage } : {}) } };
  }
  const redirect = await getRedirect(db, path);
  if (redirect) return redirectTo(redirect);
  return {
    status: 404,
    fallback,
    head: { title: titleOf(t`Page not found`, data.settings.brand.name), description: '', canonical: '/', noindex: true },
  };
}

function redirectTo(target: string): PageData {
  return { status: 301, redirect: target, fallback: {}, head: { title: target, description: '', canonical: '/' } };
}

function headOf(page: StructuredPage & { title: string }): PageHead {
  return {
    title: titleOf(page.title, page.settings.brand.name),
    description: page.description,
    canonical: page.path,
    jsonLd: structuredData(page),
  };
}
