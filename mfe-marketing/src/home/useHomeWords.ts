import { getPublishedPage, pageKeys } from '@masomo/data/site/publishedPages';
import type { Hero } from '@masomo/domain/siteSettings';
import { useHero } from '../shared/SiteSettingsGate.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** The home page's opening: the hero block of its record in the CMS; the settings' while that is unpublished or on the way. */
export function useHomeWords(): Hero {
  const { data: page } = useSiteQuery(pageKeys.bySlug('home'), (db) => getPublishedPage(db, 'home'));
  const kept = useHero('home');
  const hero = page?.blocks.find((block) => block.type === 'hero');
  return hero ? { eyebrow: hero.eyebrow ?? '', title: hero.title, text: hero.text ?? '' } : kept;
}
