import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getSiteSettings, siteKeys } from '@masomo/data/site/publicContent';
import { Box, Button, Container, ExternalLink, Flex, Grid, Heading, Logo, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { LanguageButton } from '@masomo/remote/LanguageButton';
import { showPreferences } from '../consent/consentStore.ts';
import { useConfig } from '../ConfigContext.ts';
import { MenuLink } from './MenuLink.tsx';
import { useSiteMenu } from './useSiteMenu.ts';

/** Footer of the public pages: links, contact, address. */
export function PublicFooter() {
  const { brand } = useConfig();
  const { data: settings } = useQuery(siteKeys.settings(), getSiteSettings, { revalidateIfStale: false, revalidateOnFocus: false });
  const groups = useSiteMenu('footer');
  return (
    <Box as="footer" borderTopWidth="1px" bg="bg.subtle" mt="auto">
      <Container maxW="7xl" py={{ base: '12', md: '16' }}>
        <Grid templateColumns={{ base: '1fr', lg: '1.4fr 2fr' }} gap="12">
          <Stack gap="4" align="flex-start">
            <Logo name={brand.name} />
            {settings && (
              <>
                <Text color="fg.muted" maxW="40ch" lang={settings.brand.lang}>
                  {settings.brand.tagline}
                </Text>
                <Stack as="address" gap="1" fontStyle="normal" fontSize="sm" color="fg.muted">
                  {settings.contact.addressLines.map((line) => (
                    <Text key={line}>{line}</Text>
                  ))}
                  <Box>
                    <a href={`tel:${settings.contact.phone.replace(/[^+\d]/g, '')}`}>{settings.contact.phone}</a>
                  </Box>
                  <Box>
                    <a href={`mailto:${settings.contact.email}`}>{settings.contact.email}</a>
                  </Box>
                </Stack>
              </>
            )}
          </Stack>
          <SimpleGrid columns={{ base: 2, md: 4 }} gap="8">
            {groups.map(({ label, lang, links = [] }, place) => (
              <Stack key={place} as="nav" aria-label={label} gap="3" align="flex-start" fontSize="sm">
                <Heading as="h2" size="sm" lang={lang}>
                  {label}
                </Heading>
                {links.map((link, index) => (
                  <MenuLink key={index} link={link} color="fg.muted" _hover={{ color: 'fg' }} />
                ))}
              </Stack>
            ))}
            {settings && settings.social.length > 0 && (
              <Stack as="nav" aria-label={t`Follow us`} gap="3" align="flex-start" fontSize="sm">
                <Heading as="h2" size="sm">
                  <Trans>Follow us</Trans>
                </Heading>
                {settings.social.map((link) => (
                  <ExternalLink key={link.url} href={link.url} color="fg.muted">
                    {link.label}
                  </ExternalLink>
                ))}
              </Stack>
            )}
          </SimpleGrid>
        </Grid>
        <Flex borderTopWidth="1px" mt="12" pt="6" gap="4" wrap="wrap" justify="space-between" align="center" fontSize="sm" color="fg.muted">
          <Text>© {settings?.brand.legalName ?? brand.name}</Text>
          <Flex gap="2" mx="-3">
            <LanguageButton color="fg.muted" />
            <Button size="sm" variant="ghost" color="fg.muted" onClick={() => showPreferences(true)}>
              <Trans>Cookie settings</Trans>
            </Button>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}
