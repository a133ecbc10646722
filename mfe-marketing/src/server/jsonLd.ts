import { t } from '@lingui/core/macro';
import type { Plan } from '@masomo/domain/pricing';
import type { FaqItem } from '@masomo/domain/faq';
import type { SiteSettings } from '@masomo/domain/siteSettings';

type JsonLd = Record<string, unknown>;
/** What structured data is made of; `plans` and `faqs` are those the page shows. */
export type StructuredPage = {
  origin: string;
  path: string;
  /** Label in the breadcrumbs. */
  crumb: string;
  description: string;
  settings: SiteSettings;
  plans: readonly Plan[] | undefined;
  faqs: readonly FaqItem[] | undefined;
};

/** JSON-LD of a page for search engines, with absolute URLs. */
export function structuredData(page: StructuredPage): JsonLd[] {
  return [...organization(page), ...software(page), ...crumbs(page), ...questions(page)];
}

/** Only on the home, about and contact pages; other entities refer to it by `@id`. */
function organization({ origin, path, settings: { brand, contact, social, claims } }: StructuredPage): JsonLd[] {
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

function software({ origin, path, description, settings, plans }: StructuredPage): JsonLd[] {
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

/** Only on the pricing page, to keep the home page small. */
const offerDetails = (plan: Plan) => ({
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: plan.price,
    priceCurrency: 'KES',
    unitText: plan.period,
    valueAddedTaxIncluded: true,
  },
});

function crumbs({ origin, path, crumb }: StructuredPage): JsonLd[] {
  if (path === '/') return [];
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: t`Home`, item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: crumb, item: origin + path },
      ],
    },
  ];
}

function questions({ faqs }: StructuredPage): JsonLd[] {
  if (!faqs || faqs.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: faqs.map((faq) => ({ '@type': 'Question', name: faq.question, acceptedAnswer: { '@type': 'Answer', text: faq.answer } })),
    },
  ];
}
