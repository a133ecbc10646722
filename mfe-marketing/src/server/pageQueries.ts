import type { PageBlock } from '@masomo/domain/blocks';
import type { FaqItem } from '@masomo/domain/faq';
import type { Plan } from '@masomo/domain/pricing';
import type { SiteSettings } from '@masomo/domain/siteSettings';
import type { Db, QueryKey } from '@masomo/data';
import { exchangeRateKeys, getExchangeRate } from '@masomo/data/store/exchangeRate';
import {
  getAbout,
  getHeroes,
  getSiteSettings,
  listFaqs,
  listTestimonials,
  siteKeys,
  type FaqSurface,
} from '@masomo/data/site/publicContent';
import { listModules, moduleKeys } from '@masomo/data/site/modules';
import { listPlans, listPricedAddons, listServices, priceBookKeys } from '@masomo/data/site/priceBook';
import { listRetentionRules, retentionKeys } from '@masomo/data/platform/retention';
import { getPublishedPage, pageKeys, readPageDescriptions, type PublishedPage } from '@masomo/data/site/publishedPages';
import { helpSlugs } from '../shared/helpSlugs.ts';

/** A query with its cache key. */
export type PageQuery<Result = unknown> = { key: QueryKey; read: (db: Db) => Promise<Result> };

/** The queries of a page; those whose results the head needs are named. */
export type PageQueries = {
  page?: PageQuery<PublishedPage | null>;
  plans?: PageQuery<Plan[]>;
  faqs?: PageQuery<FaqItem[]>;
  others?: PageQuery[];
  /** What to query depends on the settings. */
  bySettings?: (settings: SiteSettings) => PageQuery;
};

export const settingsQuery: PageQuery<SiteSettings> = { key: siteKeys.settings(), read: getSiteSettings };
export const heroesQuery: PageQuery = { key: siteKeys.heroes(), read: getHeroes };
const plans: PageQuery<Plan[]> = { key: priceBookKeys.plans(), read: listPlans };
const addons: PageQuery = { key: priceBookKeys.addons(), read: listPricedAddons };
const modules: PageQuery = { key: moduleKeys.all(), read: (db) => listModules(db) };
const services: PageQuery = { key: priceBookKeys.services(), read: listServices };
const rate: PageQuery = { key: exchangeRateKeys.current(), read: getExchangeRate };
const testimonials: PageQuery = { key: siteKeys.testimonials(), read: (db) => listTestimonials(db) };
const about: PageQuery = { key: siteKeys.about(), read: getAbout };
const retention: PageQuery = { key: retentionKeys.rules(), read: (db) => listRetentionRules(db) };
const faqs = (surface: FaqSurface): PageQuery<FaqItem[]> => ({ key: siteKeys.faqs(surface), read: (db) => listFaqs(db, surface) });
const page = (slug: string): PageQuery<PublishedPage | null> => ({ key: pageKeys.bySlug(slug), read: (db) => getPublishedPage(db, slug) });

const queriesByPath: Record<string, PageQueries> = {
  '/': { page: page('home'), plans, others: [testimonials, rate] },
  '/versions': { faqs: faqs('versions'), plans, others: [addons, modules, rate] },
  '/features': { others: [addons, modules, rate] },
  '/demo': { faqs: faqs('demo') },
  '/pricing': { faqs: faqs('pricing'), plans, others: [addons, services, rate] },
  '/contact': { faqs: faqs('contact') },
  '/trial': {},
  '/verify': {},
  '/about': { others: [about] },
  '/terms': { page: page('terms') },
  '/privacy': { page: page('privacy'), others: [retention] },
  '/faq': { faqs: faqs('faq') },
  '/support': {
    bySettings({ help }) {
      const slugs = helpSlugs(help);
      return { key: pageKeys.descriptions(slugs), read: (db) => readPageDescriptions(db, slugs) };
    },
  },
};

/** The queries of a path's first render, besides settings and heroes; any other single-segment path is a CMS page. */
export function queriesOf(path: string): PageQueries {
  return queriesByPath[path] ?? (/^\/[^/]+$/.test(path) ? { page: page(path.slice(1)) } : {});
}

/** Additional queries of a CMS page's blocks. */
export function blockQueriesOf(blocks: readonly PageBlock[]): PageQuery[] {
  const queries: PageQuery[] = [];
  if (blocks.some(({ type }) => type === 'testimonials')) queries.push(testimonials);
  if (blocks.some(({ type }) => type === 'pricing')) queries.push(plans, rate);
  if (blocks.some((block) => block.type === 'faq' && block.category)) queries.push(faqs('faq'));
  return queries;
}
