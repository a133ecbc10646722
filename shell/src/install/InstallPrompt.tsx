import { Trans } from '@lingui/react/macro';
import { Button, Card, Heading, HStack, List, LogoMark, Stack, Text } from '@masomo/design-system';
import { useConfig } from '../ConfigContext.ts';
import { acceptInstall, dismissInstall } from './installStore.ts';

/** Offers to put the site on the home screen; on iPhone and iPad, explains how. */
export function InstallPrompt({ isByHand }: { isByHand: boolean }) {
  const { brand } = useConfig();
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
          <LogoMark size={36} />
          <Stack gap="1">
            <Heading as="h2" id="install-title" size="sm">
              <Trans>Install {brand.name}</Trans>
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
