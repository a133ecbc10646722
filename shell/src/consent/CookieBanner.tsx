import { Trans } from '@lingui/react/macro';
import { acceptAll, necessaryOnly, type CookiePreferences } from '@masomo/domain/consent';
import { timings } from '@masomo/domain/timings';
import { AppLink, Button, Card, Heading, Stack, Text } from '@masomo/design-system';
import { showPreferences } from './consentStore.ts';

const answer = (choice: CookiePreferences) => ({ 'data-consent-choice': JSON.stringify(choice), 'data-native': '' });

/**
 * The question about cookies. It is part of every prerendered page and shown by styles alone, since the page's
 * scripts run later; it stays hidden for visitors who have chosen (`markConsent`) and those without scripts. The document's own
 * script takes the answer (`chooseConsent`).
 */
export function CookieBanner() {
  return (
    <Card.Root
      as="section"
      aria-labelledby="cookie-banner-title"
      data-bottom-panel=""
      position="fixed"
      bottom={{ base: '3', md: '5' }}
      insetStart={{ base: '3', md: '5' }}
      w={{ base: 'calc(100% - 1.5rem)', sm: '24rem' }}
      zIndex="banner"
      boxShadow="lg"
      bg="bg.panel"
      animation={`appear 0.15s ${timings.cookieBannerDelayMs}ms both`}
      css={{ 'html[data-consent] &, html:not(.light, .dark) &': { display: 'none' } }}
    >
      <Card.Body gap="3" p={{ base: '5', md: '4' }}>
        <Heading as="h2" id="cookie-banner-title" size="sm">
          <Trans>We use cookies</Trans>
        </Heading>
        <Text fontSize="sm" color="fg.muted">
          <Trans>
            Necessary cookies keep the site working. The rest is up to you; see our{' '}
            <AppLink to="/privacy" color="accent.fg">
              privacy policy
            </AppLink>
            .
          </Trans>
        </Text>
        <Stack gap="2" direction={{ base: 'column', sm: 'row' }} wrap="wrap" css={{ '& > button': { flex: 'auto' } }}>
          <Button size="sm" {...answer(acceptAll)}>
            <Trans>Accept All Cookies</Trans>
          </Button>
          <Button size="sm" variant="outline" {...answer(necessaryOnly)}>
            <Trans>Accept Necessary Only</Trans>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => showPreferences(true)}>
            <Trans>Customize Settings</Trans>
          </Button>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
