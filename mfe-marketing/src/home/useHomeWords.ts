import type { Hero } from '@masomo/domain/siteSettings';
import { useHero } from '../shared/SiteSettingsGate.tsx';
import { usePublishedPage } from '../shared/usePublishedPage.ts';

/** The home page's opening: the hero block of its record in the CMS; the settings' while that is unpublished or on the way. */
export function useHomeWords(): Hero {
  const { data: page } = usePublishedPage('home');
  const kept = useHero('home');
  const hero = page?.blocks.find((block) => block.type === 'hero');
  return hero ? { eyebrow: hero.eyebrow ?? '', title: hero.title, text: hero.text ?? '' } : kept;
}
