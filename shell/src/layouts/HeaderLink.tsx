import { Box, ExternalLink } from '@masomo/design-system';
import type { SiteMenuLink } from '@masomo/domain/siteMenu';
import { NavLink } from '@masomo/navigation';

/** How an entry of the main menu looks. */
export const headerEntry = {
  px: '3',
  py: '2',
  borderRadius: 'md',
  fontSize: 'sm',
  fontWeight: '500',
  color: 'fg.muted',
  _hover: { color: 'fg', bg: 'bg.muted' },
  css: { '&[aria-current="page"]': { color: 'accent.fg', fontWeight: '600' } },
} as const;

/** A link of the main menu. */
export function HeaderLink({ link: { to = '/', label, lang } }: { link: SiteMenuLink }) {
  return (
    <Box asChild {...headerEntry}>
      {to.startsWith('/') ? (
        <NavLink discover="none" to={to} end={to === '/'} lang={lang}>
          {label}
        </NavLink>
      ) : (
        <ExternalLink href={to} lang={lang}>
          {label}
        </ExternalLink>
      )}
    </Box>
  );
}
