import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import { Box, Button, Center, ExternalLink, Heading, Stack, Text } from '@masomo/design-system';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** The office on a third-party map, loaded only on click for the visitor's privacy. */
export function OfficeMap() {
  const { contact } = useSettings();
  const [isShown, setIsShown] = useState(false);
  const address = contact.addressLines.join(', ');
  const search = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  return (
    <Box borderWidth="1px" borderColor="border" borderRadius="2xl" overflow="hidden" background="bg.subtle">
      {isShown ? (
        <Box asChild width="full" height={{ base: '80', md: '28rem' }} display="block">
          <iframe
            src={contact.mapUrl}
            title={t`Map: ${address}`}
            loading="lazy"
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-popups"
          />
        </Box>
      ) : (
        <Center minHeight={{ base: '72', md: '80' }} padding="8">
          <Stack align="center" textAlign="center" gap="4" maxWidth="lg">
            <FeatureIcon>
              <MapIcon />
            </FeatureIcon>
            <Heading as="h2" fontSize="2xl" letterSpacing="-0.02em">
              <Trans>Visit the office</Trans>
            </Heading>
            <Text color="fg.muted">{address}</Text>
            {contact.mapUrl ? (
              <>
                <Button variant="outline" onClick={() => setIsShown(true)}>
                  <Trans>Show the map</Trans>
                </Button>
                <Text color="fg.muted" fontSize="sm">
                  <Trans>The map comes from another company, which will see your IP address.</Trans>
                </Text>
              </>
            ) : (
              <ExternalLink href={search}>
                <Trans>Open in OpenStreetMap</Trans>
              </ExternalLink>
            )}
          </Stack>
        </Center>
      )}
    </Box>
  );
}
