import { t } from '@lingui/core/macro';
/** One field of a settings group; `key` is its property in the group. */
export type FieldSpec =
  | { kind: 'text' | 'area' | 'number' | 'time' | 'switch' | 'days'; key: string; label: string; help?: string }
  | { kind: 'group'; key: string; label: string; fields: readonly FieldSpec[] }
  | { kind: 'list'; key: string; label: string; entry: string; help?: string; of: readonly FieldSpec[] }
  | { kind: 'lines'; key: string; label: string; entry: string; isLong?: boolean };

/** A section an editor can change: its settings group `key`, the public page `view` that shows it, and its fields. */
export type SectionSpec = {
  key: string;
  title: string;
  description: string;
  view?: string;
  fields: readonly FieldSpec[];
  isList?: boolean;
  /** The site's menu has an editor of its own. */
  isMenu?: boolean;
  /** The section whose texts this one translates; blank texts are left out, so that they are shown in English. */
  english?: string;
};

const text = (key: string, label: string, help?: string): FieldSpec => ({ kind: 'text', key, label, ...(help ? { help } : {}) });
const area = (key: string, label: string, help?: string): FieldSpec => ({ kind: 'area', key, label, ...(help ? { help } : {}) });
const group = (key: string, label: string, fields: readonly FieldSpec[]): FieldSpec => ({ kind: 'group', key, label, fields });

const opening = [text('eyebrow', t`Line above the title`), text('title', t`Title`), area('text', t`Text`)];
const openingPages = [
  ['versions', t`Versions`],
  ['features', t`Features`],
  ['pricing', t`Pricing`],
  ['demo', t`Demo`],
  ['about', t`About us`],
  ['contact', t`Contact`],
  ['faq', t`Questions`],
  ['support', t`Support`],
] as const;
const openings = openingPages.map(([key, label]) => group(key, label, opening));
const shownHours = (key: string, label: string) => group(key, label, [text('label', t`Shown as`)]);
const translation = (key: string, title: string, fields: readonly FieldSpec[]): SectionSpec => ({
  key: `${key}_sw`,
  english: key,
  title: t`${title} in Swahili`,
  description: t`Blank texts are shown in English.`,
  fields,
});
const hours = (key: string, label: string) =>
  group(key, label, [
    { kind: 'days', key: 'days', label: t`Open on` },
    { kind: 'time', key: 'opensAt', label: t`Opens at` },
    { kind: 'time', key: 'closesAt', label: t`Closes at` },
    text('label', t`Shown as`, t`What visitors see, such as Monday to Friday, 7:00 AM-5:00 PM EAT.`),
  ]);

const aboutFields: readonly FieldSpec[] = [
  { kind: 'lines', key: 'story', label: t`Story`, entry: t`Paragraph`, isLong: true },
  area('mission', t`Mission`),
  area('vision', t`Vision`),
  { kind: 'lines', key: 'impact', label: t`Impact`, entry: t`Line` },
  { kind: 'list', key: 'partners', label: t`Partners`, entry: t`Partner`, of: [text('name', t`Name`), text('what', t`What they do`)] },
  {
    kind: 'list',
    key: 'stories',
    label: t`Success stories`,
    entry: t`Story`,
    of: [
      text('institution', t`Institution`),
      text('place', t`Type and place`),
      text('figure', t`Figure`),
      text('caption', t`Figure caption`),
      area('text', t`Text`),
    ],
  },
];

/** The sections of the site, in the order of its pages. */
export const sections: readonly SectionSpec[] = [
  {
    key: 'menu',
    title: t`Menu`,
    description: t`The entries of the header and the footer, in English and Swahili.`,
    view: '/',
    isMenu: true,
    fields: [],
  },
  {
    key: 'announcement',
    title: t`Announcement bar`,
    description: t`One line above every public page.`,
    view: '/',
    fields: [
      { kind: 'switch', key: 'isShown', label: t`Shown to visitors` },
      text('text', t`Text`, t`At most 160 characters.`),
      text('label', t`Link text`, t`Leave both blank for no link.`),
      text('url', t`Link address`, t`On this site, such as /pricing, or https://…`),
    ],
  },
  {
    key: 'heroes',
    title: t`Page introductions`,
    description: t`The title and opening text of each page.`,
    view: '/features',
    fields: openings,
  },
  {
    key: 'claims',
    title: t`Figures`,
    description: t`The company in figures, on the home page and About us.`,
    view: '/',
    fields: [
      { kind: 'number', key: 'founded', label: t`Founded in` },
      { kind: 'number', key: 'operatingSince', label: t`Operating since` },
      text('institutions', t`Institutions`),
      text('countries', t`Countries`),
      text('students', t`Students`),
      text('hoursSaved', t`Hours saved a year`),
    ],
  },
  {
    key: 'about',
    title: t`About us`,
    description: t`Story, mission, partners and success stories.`,
    view: '/about',
    fields: aboutFields,
  },
  translation('announcement', t`Announcement bar`, [text('text', t`Text`), text('label', t`Link text`)]),
  translation('heroes', t`Page introductions`, openings),
  translation('about', t`About us`, aboutFields),
  translation('brand', t`Brand`, [text('tagline', t`Tagline`)]),
  translation('hours', t`Opening hours`, [shownHours('office', t`Office`), shownHours('chat', t`Chat`)]),
];

/** The site-wide settings. */
export const settings: readonly SectionSpec[] = [
  {
    key: 'brand',
    title: t`Brand`,
    description: t`The name on every page, in emails and on receipts.`,
    view: '/',
    fields: [text('name', t`Name`), text('legalName', t`Legal name`), text('tagline', t`Tagline`)],
  },
  {
    key: 'contact',
    title: t`Contacts`,
    description: t`Phone, addresses and map.`,
    view: '/contact',
    fields: [
      text('phone', t`Phone`),
      text('email', t`Email`),
      text('salesEmail', t`Email for sales`),
      text('supportEmail', t`Email for support`),
      { kind: 'lines', key: 'addressLines', label: t`Postal address`, entry: t`Line` },
      text('mapUrl', t`Map address`, t`An embeddable page starting with https://. Leave blank for no map.`),
    ],
  },
  {
    key: 'hours',
    title: t`Opening hours`,
    description: t`When the office and chat are open (Nairobi time).`,
    view: '/support',
    fields: [hours('office', t`Office`), hours('chat', t`Chat`)],
  },
  {
    key: 'social',
    title: t`Social media`,
    description: t`Links at the foot of every page.`,
    view: '/',
    isList: true,
    fields: [text('label', t`Name`), text('url', t`Address`, t`Starts with https://`)],
  },
  {
    key: 'demo',
    title: t`Demo sites`,
    description: t`Where visitors try the product.`,
    view: '/demo',
    fields: [
      text('saasUrl', t`SaaS`),
      text('standaloneUrl', t`Standalone`),
      text('password', t`Password`, t`Shown to everyone. Leave blank to give it on request.`),
    ],
  },
  {
    key: 'help',
    title: t`Help pages`,
    description: t`Links on the support page.`,
    view: '/support',
    fields: [text('documentation', t`Documentation`), text('videos', t`Video tutorials`), text('community', t`Community`)],
  },
  {
    key: 'cms',
    title: t`Page versions`,
    description: t`How many versions are kept.`,
    fields: [{ kind: 'number', key: 'keepVersions', label: t`Versions to keep per page`, help: t`From 5 to 500.` }],
  },
];
