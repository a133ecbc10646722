import { unwrap, type Db } from '@masomo/data';

export const contentRevisionKeys = { current: () => ['content_revision'] as const };
/** The cache keys of what public pages show; revalidated when the revision has grown. */
export const contentAggregates: readonly string[] = [
  'settings',
  'faqs',
  'testimonials',
  'published_pages',
  'plans',
  'addons',
  'services',
  'exchange_rates',
  'redirects',
];

/** A number that grows with every change of what the public pages show. */
export async function getContentRevision(db: Db): Promise<number> {
  return unwrap(await db.from('content_revision').select('revision').single()).revision;
}
