import { AppLink, ExternalLink, type AppLinkProps } from '@masomo/design-system';
import type { SiteMenuLink } from '@masomo/domain/siteMenu';

/** A link of the footer, on this site or elsewhere. */
export function MenuLink({ link: { to = '/', label, lang }, ...props }: { link: SiteMenuLink } & Omit<AppLinkProps, 'to'>) {
  return to.startsWith('/') ? (
    <AppLink to={to} lang={lang} {...props}>
      {label}
    </AppLink>
  ) : (
    <ExternalLink href={to} lang={lang} {...props}>
      {label}
    </ExternalLink>
  );
}
