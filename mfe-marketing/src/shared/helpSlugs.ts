import type { SiteSettings } from '@masomo/domain/siteSettings';

/** Slugs of the help that is a page of the site. */
export const helpSlugs = (help: SiteSettings['help']): string[] =>
  Object.values(help)
    .filter((address) => /^\/[a-z0-9-]+$/.test(address))
    .map((address) => address.slice(1));
