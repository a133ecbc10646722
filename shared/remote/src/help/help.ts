import { extensionHost } from '@masomo/contracts/slots';
import type { HelpArea, HelpArticle } from './helpArea.ts';

export { inLanguage, sentenceOf, type HelpArea, type HelpArticle } from './helpArea.ts';

const home = '/dashboard';

/** The areas in the order of the manual, each a file that is loaded for its screens alone. */
const areas = {
  school: async () => (await import('./areas/school.ts')).school,
  people: async () => (await import('./areas/people.ts')).people,
  learning: async () => (await import('./areas/learning.ts')).learning,
  money: async () => (await import('./areas/money.ts')).money,
  messages: async () => (await import('./areas/messages.ts')).messages,
  addons: async () => withAddons((await import('./areas/addons.ts')).addons),
  store: async () => (await import('./areas/store.ts')).store,
  site: async () => (await import('./areas/site.ts')).site,
  platform: async () => (await import('./areas/platform.ts')).platform,
} satisfies Record<string, () => Promise<HelpArea>>;

/** With what the add-ons of the school say of their screens, each in a file of its own release. */
async function withAddons(area: HelpArea): Promise<HelpArea> {
  const told = (await extensionHost()?.help()) ?? [];
  return { ...area, articles: [...area.articles, ...(told as (readonly HelpArticle[])[]).flat()] };
}

/** The area of the screens below an address of the dashboard; the others are the school's. */
const areaOf: Partial<Record<string, keyof typeof areas>> = {
  students: 'people',
  staff: 'people',
  records: 'people',
  roles: 'people',
  classes: 'learning',
  attendance: 'learning',
  schedule: 'learning',
  assignments: 'learning',
  grades: 'learning',
  reports: 'learning',
  finances: 'money',
  subscriptions: 'money',
  announcements: 'messages',
  messages: 'messages',
  notifications: 'messages',
  documents: 'messages',
  addons: 'addons',
  store: 'store',
  cms: 'site',
  'super-admin': 'platform',
  schools: 'platform',
  users: 'platform',
  support: 'platform',
  analytics: 'platform',
};

/** Of these articles the one of a screen: its own, else that of the nearest screen above it. The home is above all and stands for none. */
export function articleOf(articles: readonly HelpArticle[], path: string): HelpArticle | undefined {
  return articles
    .filter((article) => path === article.path || (article.path !== home && path.startsWith(`${article.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** What the manual says of the screen at an address, or null. A module may be at any address that is none of ours. */
export async function helpFor(path: string): Promise<HelpArticle | null> {
  const named = areaOf[path.split('/')[2] ?? ''];
  for (const name of named ? [named] : (['school', 'addons'] as const)) {
    const found = articleOf((await areas[name]()).articles, path);
    if (found) return found;
  }
  return null;
}

/** The whole manual. */
export const loadManual = (): Promise<HelpArea[]> => Promise.all(Object.values(areas).map((load) => load()));

export const manualPath = '/dashboard/help';
/** Where the manual has an article. */
export const articlePath = ({ path }: HelpArticle): string =>
  `${manualPath}/${path === home ? 'dashboard' : path.slice(home.length + 1).replaceAll('/', '-')}`;
