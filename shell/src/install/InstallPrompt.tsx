import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { readAppManifest, type AppManifest } from '@masomo/contracts/readAppManifest';
import { Button, Card, Heading, HStack, Image, List, LogoMark, Stack, Text } from '@masomo/design-system';
import { useConfig } from '../ConfigContext.ts';
import { acceptInstall, dismissInstall } from './installStore.ts';

/** The app of a school, at whose host name this page is; null for the site itself. */
function useSchoolApp(): AppManifest | null {
  const [app, setApp] = useState<AppManifest | null>(null);
  useEffect(() => {
    readAppManifest().then(
      (manifest) => {
        if (manifest && manifest.id !== '/') setApp(manifest);
      },
      (error: unknown) => console.warn('The name of the app could not be read.', error),
    );
  }, []);
  return app;
}

/** Offers to put the site on the home screen; on iPhone and iPad, explains how. */
export function InstallPrompt({ isByHand }: { isByHand: boolean }) {
  const { brand } = useConfig();
  const app = useSchoolApp();
  const name = app?.short_name ?? brand.name;
  return (
    <Card.Root
      as="section"
      aria-labelledby="install-title"
      position="fixed"
      bottom={{ base: '3', md: '5' }}
      insetX={{ base: '3', sm: 'auto' }}
      insetEnd={{ sm: '5' }}
      w={{ sm: '24rem' }}
      zIndex="banner"
      boxShadow="lg"
      bg="bg.panel"
    >
      <Card.Body gap="4" p="5">
        <HStack gap="3" align="flex-start">
          {app?.icons[0] ? <Image src={app.icons[0].src} alt="" boxSize="9" /> : <LogoMark size={36} />}
          <Stack gap="1">
            <Heading as="h2" id="install-title" size="sm">
              <Trans>Install {name}</Trans>
            </Heading>
            <Text fontSize="sm" color="fg.muted">
              <Trans>It opens from your home screen, like any other app.</Trans>
            </Text>
          </Stack>
        </HStack>
        {isByHand ? (
          <>
            <List.Root as="ol" ps="5" gap="1" fontSize="sm">
              <List.Item>
                <Trans>Tap Share</Trans>
              </List.Item>
              <List.Item>
                <Trans>Choose Add to Home Screen</Trans>
              </List.Item>
              <List.Item>
                <Trans>Tap Add</Trans>
              </List.Item>
            </List.Root>
            <Button size="sm" onClick={dismissInstall}>
              <Trans>Got it</Trans>
            </Button>
          </>
        ) : (
          <HStack gap="2">
            <Button size="sm" flex="1" onClick={() => void acceptInstall()}>
              <Trans>Install</Trans>
            </Button>
            <Button size="sm" flex="1" variant="outline" onClick={dismissInstall}>
              <Trans>Not now</Trans>
            </Button>
          </HStack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
