import type { PublishedPage } from '@masomo/data/site/publishedPages';
import { plainText } from '@masomo/domain/richText';
import type { Hero } from '@masomo/domain/siteSettings';
import { useHero } from '../shared/SiteSettingsGate.tsx';
import { usePublishedPage } from '../shared/usePublishedPage.ts';

type HomeHeroTexts = Hero & { image?: { url: string; alt: string; metadata: PublishedPage['images'] } };

/** The home page's hero: from its page in the CMS, or from the settings while that is unpublished or loading. */
export function useHomeHero(): HomeHeroTexts {
  const { data: page } = usePublishedPage('home');
  const fallbackHero = useHero('home');
  const hero = page?.blocks.find((block) => block.type === 'hero');
  if (!page || !hero) return fallbackHero;
  const image = hero.url ? { image: { url: hero.url, alt: hero.alt ?? '', metadata: page.images } } : {};
  // Plain, since the rich text renderer would add 0.9 KB (brotli) to the JavaScript of the first visit.
  const language = page.lang ? { lang: page.lang } : {};
  return { eyebrow: hero.eyebrow ?? '', title: hero.title, text: hero.text ? plainText(hero.text) : '', ...image, ...language };
}
