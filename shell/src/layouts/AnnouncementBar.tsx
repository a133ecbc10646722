import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { getSiteSettings, siteKeys } from '@masomo/data/site/publicContent';
import { AppLink, Box, Container, ExternalLink, Text } from '@masomo/design-system';

const linkStyle = { color: 'inherit', fontWeight: '600', textDecoration: 'underline' } as const;

/** The CMS's current announcement above every public page; renders nothing without one. */
export function AnnouncementBar() {
  const { data: settings } = useQuery(siteKeys.settings(), getSiteSettings, { revalidateIfStale: false, revalidateOnFocus: false });
  const announcement = settings?.announcement;
  if (!announcement?.isShown) return null;
  const { text, label, url, lang } = announcement;
  return (
    <Box as="aside" aria-label={t`Announcement`} bg="accent.solid" color="accent.contrast" fontSize="sm" lang={lang}>
      <Container maxW="7xl" py="2" textAlign="center">
        <Text as="span">{text}</Text>{' '}
        {label &&
          (url.startsWith('/') ? (
            <AppLink to={url} {...linkStyle}>
              {label}
            </AppLink>
          ) : (
            <ExternalLink href={url} {...linkStyle}>
              {label}
            </ExternalLink>
          ))}
      </Container>
    </Box>
  );
}
