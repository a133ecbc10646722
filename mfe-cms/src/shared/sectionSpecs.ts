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
};

const text = (key: string, label: string, help?: string): FieldSpec => ({ kind: 'text', key, label, ...(help ? { help } : {}) });
const area = (key: string, label: string, help?: string): FieldSpec => ({ kind: 'area', key, label, ...(help ? { help } : {}) });
const group = (key: string, label: string, fields: readonly FieldSpec[]): FieldSpec => ({ kind: 'group', key, label, fields });

const opening = [text('eyebrow', 'Small line above'), text('title', 'Title'), area('text', 'Text')];
const openingPages = [
  ['versions', 'Versions'],
  ['features', 'Features'],
  ['pricing', 'Pricing'],
  ['demo', 'Demo'],
  ['about', 'About us'],
  ['contact', 'Contact'],
  ['faq', 'Questions'],
  ['support', 'Support'],
] as const;
const hours = (key: string, label: string) =>
  group(key, label, [
    { kind: 'days', key: 'days', label: 'Open on' },
    { kind: 'time', key: 'opensAt', label: 'Opens at' },
    { kind: 'time', key: 'closesAt', label: 'Closes at' },
    text('label', 'In words', 'What visitors read, such as Monday to Friday, 7:00 AM-5:00 PM EAT.'),
  ]);

/** The sections of the site, in the order of its pages. */
export const sections: readonly SectionSpec[] = [
  {
    key: 'announcement',
    title: 'Announcement bar',
    description: 'One line above every public page.',
    view: '/',
    fields: [
      { kind: 'switch', key: 'isShown', label: 'Shown to visitors' },
      text('text', 'Text', 'At most 160 characters.'),
      text('label', 'Words of the link', 'Leave both empty for no link.'),
      text('url', 'Link address', 'On this site, such as /pricing, or https://…'),
    ],
  },
  {
    key: 'heroes',
    title: 'Page introductions',
    description: 'The title and the lines each page opens with.',
    view: '/features',
    fields: openingPages.map(([key, label]) => group(key, label, opening)),
  },
  {
    key: 'claims',
    title: 'Figures',
    description: 'What the company says of itself in figures, on the first page and on About us.',
    view: '/',
    fields: [
      { kind: 'number', key: 'founded', label: 'Founded in' },
      { kind: 'number', key: 'operatingSince', label: 'Operating since' },
      text('institutions', 'Institutions'),
      text('countries', 'Countries'),
      text('students', 'Students'),
      text('hoursSaved', 'Hours saved a year'),
    ],
  },
  {
    key: 'about',
    title: 'About us',
    description: 'Story, mission, partners and the schools that may be named.',
    view: '/about',
    fields: [
      { kind: 'lines', key: 'story', label: 'Story', entry: 'Paragraph', isLong: true },
      area('mission', 'Mission'),
      area('vision', 'Vision'),
      { kind: 'lines', key: 'impact', label: 'Impact', entry: 'Line' },
      { kind: 'list', key: 'partners', label: 'Partners', entry: 'Partner', of: [text('name', 'Name'), text('what', 'What they do')] },
      {
        kind: 'list',
        key: 'stories',
        label: 'Success stories',
        entry: 'Story',
        of: [
          text('institution', 'Institution'),
          text('place', 'What it is'),
          text('figure', 'Figure'),
          text('caption', 'What the figure says'),
          area('text', 'Text'),
        ],
      },
    ],
  },
];

/** The site-wide settings. */
export const settings: readonly SectionSpec[] = [
  {
    key: 'brand',
    title: 'Brand',
    description: 'The name on every page, in mails and on receipts.',
    view: '/',
    fields: [text('name', 'Name'), text('legalName', 'Legal name'), text('tagline', 'Tagline')],
  },
  {
    key: 'contact',
    title: 'Contacts',
    description: 'Phone, addresses and map.',
    view: '/contact',
    fields: [
      text('phone', 'Phone'),
      text('email', 'Email'),
      text('salesEmail', 'Email for sales'),
      text('supportEmail', 'Email for support'),
      { kind: 'lines', key: 'addressLines', label: 'Postal address', entry: 'Line' },
      text('mapUrl', 'Address of the map', 'A page that may be embedded, beginning with https://. Empty: no map.'),
    ],
  },
  {
    key: 'hours',
    title: 'Opening hours',
    description: 'When the office and the chat are open, in Nairobi.',
    view: '/support',
    fields: [hours('office', 'Office'), hours('chat', 'Chat')],
  },
  {
    key: 'social',
    title: 'Social media',
    description: 'Links at the foot of every page.',
    view: '/',
    isList: true,
    fields: [text('label', 'Name'), text('url', 'Address', 'Begins with https://')],
  },
  {
    key: 'demo',
    title: 'Demonstration sites',
    description: 'Where visitors try the product.',
    view: '/demo',
    fields: [
      text('saasUrl', 'SaaS'),
      text('standaloneUrl', 'Standalone'),
      text('password', 'Password', 'Shown to everybody. Empty: given on request.'),
    ],
  },
  {
    key: 'help',
    title: 'Help pages',
    description: 'Where the support page leads.',
    view: '/support',
    fields: [text('documentation', 'Documentation'), text('videos', 'Video tutorials'), text('community', 'Community')],
  },
  {
    key: 'cms',
    title: 'Versions of pages',
    description: 'How much of the past is kept.',
    fields: [{ kind: 'number', key: 'keepVersions', label: 'Versions kept of each page', help: 'From 5 to 500.' }],
  },
];
