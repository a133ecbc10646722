import { serializeKey } from '@masomo/data';
import { siteKeys } from '@masomo/data/site/publicContent';
import { priceBookKeys } from '@masomo/data/site/priceBook';
import type { Plan } from '@masomo/domain/pricing';
import type { FaqItem } from '@masomo/domain/faq';
import type { SiteSettings } from '@masomo/domain/siteSettings';
import { faqSurfaces } from './pageQueries.ts';

type JsonLd = Record<string, unknown>;
type Page = { origin: string; path: string; crumb: string; description: string; settings: SiteSettings; fallback: Record<string, unknown> };

/** Facts of a page for search engines, with absolute addresses. */
export function structuredData(page: Page): JsonLd[] {
  return [...organization(page), ...software(page), ...crumbs(page), ...questions(page)];
}

/** Stands on the home page and where people look for whom they deal with; others refer to it. */
function organization({ origin, path, settings: { brand, contact, social, claims } }: Page): JsonLd[] {
  if (path !== '/' && path !== '/about' && path !== '/contact') return [];
  return [
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: brand.name,
      legalName: brand.legalName,
      slogan: brand.tagline,
      url: `${origin}/`,
      email: contact.email,
      telephone: contact.phone,
      foundingDate: String(claims.founded),
      address: { '@type': 'PostalAddress', streetAddress: contact.addressLines.join(', ') },
      sameAs: social.map((link) => link.url),
    },
  ];
}

function software({ origin, path, description, settings, fallback }: Page): JsonLd[] {
  const plans = fallback[serializeKey(priceBookKeys.plans())] as Plan[] | undefined;
  if (!plans || (path !== '/' && path !== '/pricing')) return [];
  return [
    {
      '@type': 'SoftwareApplication',
      name: settings.brand.name,
      description,
      applicationCategory: 'EducationalApplication',
      operatingSystem: 'Web',
      publisher: { '@id': `${origin}/#organization` },
      offers: plans.map((plan) => ({ ...offer(plan), ...(path === '/pricing' ? offerDetails(plan) : {}) })),
    },
  ];
}

const offer = (plan: Plan) => ({
  '@type': 'Offer',
  name: `${plan.category === 'saas' ? 'SaaS' : 'Standalone'} ${plan.name}`,
  price: plan.price,
  priceCurrency: 'KES',
});

/** Where the plans are compared: the first page is kept short. */
const offerDetails = (plan: Plan) => ({
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: plan.price,
    priceCurrency: 'KES',
    unitText: plan.period,
    valueAddedTaxIncluded: true,
  },
});

function crumbs({ origin, path, crumb }: Page): JsonLd[] {
  if (path === '/') return [];
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: crumb, item: origin + path },
      ],
    },
  ];
}

function questions({ path, fallback }: Page): JsonLd[] {
  const surface = faqSurfaces[path];
  const faqs = surface && (fallback[serializeKey(siteKeys.faqs(surface))] as FaqItem[] | undefined);
  if (!faqs || faqs.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: faqs.map((faq) => ({ '@type': 'Question', name: faq.question, acceptedAnswer: { '@type': 'Answer', text: faq.answer } })),
    },
  ];
}
