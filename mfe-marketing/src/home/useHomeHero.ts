import type { PublishedPage } from '@masomo/data/site/publishedPages';
import type { RichTextDocument } from '@masomo/domain/richText';
import type { Hero } from '@masomo/domain/siteSettings';
import { useHero } from '../shared/SiteSettingsGate.tsx';
import { usePublishedPage } from '../shared/usePublishedPage.ts';

type HomeHero = Omit<Hero, 'text'> & {
  text: string | RichTextDocument;
  picture?: { url: string; alt: string; known: PublishedPage['pictures'] };
};

/** The home page's opening: the hero block of its record in the CMS; the settings' while that is unpublished or on the way. */
export function useHomeHero(): HomeHero {
  const { data: page } = usePublishedPage('home');
  const kept = useHero('home');
  const hero = page?.blocks.find((block) => block.type === 'hero');
  if (!page || !hero) return kept;
  const picture = hero.url ? { picture: { url: hero.url, alt: hero.alt ?? '', known: page.pictures } } : {};
  return { eyebrow: hero.eyebrow ?? '', title: hero.title, text: hero.text ?? '', ...picture };
}
