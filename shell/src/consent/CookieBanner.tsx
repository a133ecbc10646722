import { Trans } from '@lingui/react/macro';
import { acceptAll, necessaryOnly, type CookiePreferences } from '@masomo/domain/consent';
import { timings } from '@masomo/domain/timings';
import { AppLink, Button, Card, Heading, Stack, Text } from '@masomo/design-system';
import { showPreferences } from './consentStore.ts';

/** On a phone all three share one row that a thumb can hit, so that the card leaves four fifths of the screen to the page. */
const button = {
  size: 'sm',
  h: { base: 'auto', sm: '9' },
  minH: { base: '11', sm: '9' },
  px: { base: '2', sm: '3' },
  py: { base: '1', sm: '0' },
  fontSize: { base: '0.8125rem', sm: 'sm' },
  lineHeight: '1.2',
  whiteSpace: { base: 'normal', sm: 'nowrap' },
} as const;

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
      <Card.Body gap={{ base: '2', sm: '3' }} p={{ base: '3', sm: '4' }}>
        <Heading as="h2" id="cookie-banner-title" size="sm">
          <Trans>We use cookies</Trans>
        </Heading>
        <Text fontSize={{ base: '0.8125rem', sm: 'sm' }} lineHeight={{ base: '1.4', sm: 'inherit' }} color="fg.muted">
          <Trans>
            Necessary cookies keep the site working. The rest is up to you; see our{' '}
            <AppLink to="/privacy" color="accent.fg">
              privacy policy
            </AppLink>
            .
          </Trans>
        </Text>
        <Stack gap="2" direction="row" wrap={{ base: 'nowrap', sm: 'wrap' }} css={{ '& > button': { flex: 'auto' } }}>
          <Button {...button} {...answer(acceptAll)}>
            <Trans>Accept All Cookies</Trans>
          </Button>
          <Button {...button} variant="outline" {...answer(necessaryOnly)}>
            <Trans>Accept Necessary Only</Trans>
          </Button>
          <Button {...button} variant="ghost" onClick={() => showPreferences(true)}>
            <Trans>Customize Settings</Trans>
          </Button>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
