import type { PageBlock } from '@masomo/domain/blocks';
import type { Db, QueryKey } from '@masomo/data';
import { exchangeRateKeys, getExchangeRate } from '@masomo/data/store/exchangeRate';
import { getAbout, getHeroes, getSiteSettings, listFaqs, listTestimonials, siteKeys, type FaqSurface } from '@masomo/data/site/publicContent';
import { listPlans, listPricedAddons, listServices, priceBookKeys } from '@masomo/data/site/priceBook';
import { getPublishedPage, pageKeys } from '@masomo/data/site/publishedPages';

/** One query of a page: its key in the cache and what reads it. */
export type PageQuery = { key: QueryKey; read: (db: Db) => Promise<unknown> };

const settings: PageQuery = { key: siteKeys.settings(), read: getSiteSettings };
const heroes: PageQuery = { key: siteKeys.heroes(), read: getHeroes };
const plans: PageQuery = { key: priceBookKeys.plans(), read: listPlans };
const addons: PageQuery = { key: priceBookKeys.addons(), read: listPricedAddons };
const services: PageQuery = { key: priceBookKeys.services(), read: listServices };
const rate: PageQuery = { key: exchangeRateKeys.current(), read: getExchangeRate };
const testimonials: PageQuery = { key: siteKeys.testimonials(), read: (db) => listTestimonials(db) };
const faqs = (surface: FaqSurface): PageQuery => ({ key: siteKeys.faqs(surface), read: (db) => listFaqs(db, surface) });
const page = (slug: string): PageQuery => ({ key: pageKeys.bySlug(slug), read: (db) => getPublishedPage(db, slug) });

const byPath: Record<string, PageQuery[]> = {
  '/': [page('home'), testimonials, plans, rate],
  '/versions': [faqs('versions'), plans, addons, rate],
  '/features': [addons, rate],
  '/demo': [faqs('demo')],
  '/pricing': [faqs('pricing'), plans, addons, services, rate],
  '/contact': [faqs('contact')],
  '/about': [{ key: siteKeys.about(), read: getAbout }],
  '/terms': [page('terms')],
  '/privacy': [page('privacy')],
  '/faq': [faqs('faq')],
  '/support': [],
};

/** The questions page of an address, for the structured data. */
export const faqSurfaces: Record<string, FaqSurface> = {
  '/versions': 'versions',
  '/demo': 'demo',
  '/pricing': 'pricing',
  '/contact': 'contact',
  '/faq': 'faq',
};

/** Everything a page asks for on its first render. */
export function queriesOf(path: string): PageQuery[] {
  const own = byPath[path] ?? (/^\/[^/]+$/.test(path) ? [page(path.slice(1))] : []);
  return [settings, heroes, ...own];
}

/** What the blocks of a page ask for on top. */
export function blockQueriesOf(blocks: readonly PageBlock[]): PageQuery[] {
  const queries: PageQuery[] = [];
  if (blocks.some(({ type }) => type === 'testimonials')) queries.push(testimonials);
  if (blocks.some(({ type }) => type === 'pricing')) queries.push(plans, rate);
  if (blocks.some((block) => block.type === 'faq' && block.category)) queries.push(faqs('faq'));
  return queries;
}
