import { readFileSync } from 'node:fs';
import path from 'node:path';

const seed = readFileSync(path.resolve(import.meta.dirname, '../../../../supabase/seed/01_content_site.sql'), 'utf8');
const unquote = (text: string): unknown => JSON.parse(text.replaceAll("''", "'"));

/** The settings every installation starts with, as rows. */
export const settingRows = [...seed.matchAll(/^ {2}\('([a-z_]+)', '(.+)', true\),?$/gm)].map(([, key, value]) => ({
  key: String(key),
  value: unquote(String(value)),
}));

/** The pages every installation starts with, as rows of `published_pages`. */
export const pageRows = [
  ...seed.matchAll(/values \('([a-z-]+)', '(.*)', '(.*)', true, (?:true|false), '(\[[\s\S]*?\n?.*\])'\) on conflict/g),
].map(([, slug, title, description, body]) => ({
  page_id: String(slug),
  slug: String(slug),
  title: String(title),
  meta_description: String(description).replaceAll("''", "'"),
  body: unquote(String(body)),
  published_at: '2026-11-01T00:00:00Z',
  languages: slug === 'terms' || slug === 'privacy' ? ['en'] : ['en', 'sw'],
}));

const bullets = [
  { text: 'Unlimited users', included: true },
  { text: 'All 21 default modules', included: true, isPartlyReady: true },
  { text: 'Priority support', included: false },
];
const plan = (category: string, name: string, price: number, highlight = false, badge: string | null = null) => ({
  id: `${category}-${name}`,
  name,
  description: `${name} for a school`,
  category,
  price,
  period: category === 'saas' ? 'term' : 'year',
  highlight,
  badge,
  bullets,
});
export const planRows = [
  plan('saas', 'Starter', 20000),
  plan('saas', 'Bronze', 30000),
  plan('saas', 'Silver', 40000, true, 'Most Popular'),
  plan('saas', 'Gold', 60000),
  plan('standalone', 'Basic', 49999),
  plan('standalone', 'Advanced', 79999, true, 'Recommended'),
  plan('standalone', 'Premium', 129999),
];

const addon = (category: string, name: string, price: number, pricingPrice: number | null = null, pricingName: string | null = null) => ({
  id: `${category}-${name}`,
  name,
  description: `${name} for a school`,
  category,
  price,
  pricing_name: pricingName,
  pricing_price: pricingPrice,
  features_price: category === 'saas' ? price : null,
  is_ready: name !== 'Biometrics Entry',
});
export const addonRows = [
  addon('saas', 'QR Code Attendance', 3999),
  addon('saas', 'Two-Factor Authentication', 2999, 2499),
  addon('standalone', 'Android App', 3999, 1999),
  ...[
    'Behaviour Records',
    'Biometrics Entry',
    'CBSE Examination',
    'QR Code Attendance',
    'Quick Fees',
    'Thermal Print',
    'Two-Factor Authenticator',
    'Zoom Live Classes',
  ].map((name) => addon('standalone', name, 1999)),
  addon('standalone', 'Google Meet Live Classes', 1499, null, 'Gmeet Live Classes'),
  addon('standalone', 'Multi Branch', 2999),
  addon('standalone', 'Online Course', 2499),
];

export const serviceRows = [
  ['Managed Hosting Standard', 3999, 'per term'],
  ['Managed Hosting Premium', 8499, 'per term'],
  ['Custom Domain Setup', 3499, 'per year'],
  ['Data Migration Basic', 4999, 'per year'],
  ['Data Migration Complex', 14999, 'per year'],
  ['Premium Support Package', 4999, 'per term'],
  ['Onboarding SaaS', 4999, 'one-time'],
  ['Onboarding Standalone', 9999, 'one-time'],
].map(([name, price, unit]) => ({ id: name, name, description: `${name} for a school`, price, unit }));

const categories = ['General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'];
/** As many questions as a page has: 24 on the questions page, six or four elsewhere. */
export function faqRows(surface: string) {
  const count = surface === 'faq' ? 24 : surface === 'contact' ? 4 : 6;
  return Array.from({ length: count }, (_, index) => ({
    id: `${surface}-${index}`,
    category: categories[index % categories.length],
    question: `Question ${index + 1}?`,
    answer: `Answer ${index + 1}.`,
  }));
}

export const testimonialRows = ['Wanjiru', 'Otieno', 'Chebet'].map((author) => ({
  id: author,
  quote: `${author} is glad.`,
  author,
  role: 'Head teacher',
  institution: 'Greenfield Academy',
}));

// SQL joins literals that a line break parts.
const modulesSql = readFileSync(path.resolve(import.meta.dirname, '../../../../supabase/schemas/site/modules.sql'), 'utf8').replaceAll(
  /'\n\s*'/g,
  '',
);
const sqlText = (text: string | undefined) => String(text).replaceAll("''", "'");

/** The modules every installation has, as rows. */
export const moduleRows = [...modulesSql.matchAll(/^ {2}\('([a-z-]+)',\s+'(.*?)',\s+'([a-z]+)',\s+'\{([a-z,]+)\}',\s+\d+,\s+'/gm)].map(
  ([, key, name, category, versions]) => ({ key, name: sqlText(name), category, versions: versions?.split(',') }),
);
export const modulePointRows = [...modulesSql.matchAll(/^ {2}\('([a-z-]+)',\s+(\d+),\s+'((?:[^']|'')+)',\s+(true|false),\s+'/gm)].map(
  ([, module, position, text, isReady]) => ({ id: `${module} ${position}`, module, text: sqlText(text), is_ready: isReady === 'true' }),
);
