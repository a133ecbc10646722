import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsSignedIn } from '@masomo/auth';
import { AppLink, Box, ButtonLink, ColorModeButton, Container, Flex, HStack, Logo } from '@masomo/design-system';
import { useConfig } from '../ConfigContext.ts';
import { HeaderEntry } from './HeaderEntry.tsx';
import { MenuButton, PublicMenu } from './PublicMenu.tsx';
import { useScrolledPast } from './useScrolledPast.ts';
import { useSiteMenu } from './useSiteMenu.ts';
import { headerShrinkAfterPx } from '@masomo/domain/timings';

const shrunkBar = { '[data-shrunk] > &': { bg: { base: 'bg.muted', _dark: 'bg.panel' }, borderColor: 'border' } };
const shrunkRow = { '[data-shrunk] &': { h: '14' } };

/** Marks itself when the page is scrolled. In styles alone, as rendering the menu again would take longer than a frame of a slow phone. */
function ShrinkingHeader({ children }: { children: ReactNode }) {
  const isShrunk = useScrolledPast(headerShrinkAfterPx);
  return (
    // Only the bar inside shrinks, so that the page below does not move.
    <Box as="header" h="18" position="sticky" top="0" zIndex="sticky" pointerEvents="none" data-shrunk={isShrunk || undefined}>
      {children}
    </Box>
  );
}

/** The public menu; it shrinks and gets a background when the page is scrolled. */
export function PublicHeader() {
  const { brand } = useConfig();
  const isSignedIn = useIsSignedIn();
  const entries = useSiteMenu('header');
  return (
    <ShrinkingHeader>
      <Box
        position="relative"
        pointerEvents="auto"
        transition="background 0.2s, border-color 0.2s"
        borderBottomWidth="1px"
        bg="bg"
        borderColor="transparent"
        css={shrunkBar}
      >
        <Container maxW="7xl">
          <Flex align="center" justify="space-between" gap="4" h="18" transition="height 0.2s" css={shrunkRow}>
            <AppLink to="/" aria-label={t`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
              <Logo name={brand.name} />
            </AppLink>
            <HStack as="nav" aria-label={t`Main`} gap="1" hideBelow="lg">
              {entries.map((entry, index) => (
                <HeaderEntry key={index} entry={entry} />
              ))}
            </HStack>
            <HStack gap="2">
              <ColorModeButton />
              <Box hideBelow="lg">
                {isSignedIn ? (
                  <ButtonLink to="/dashboard" size="sm">
                    <Trans>Dashboard</Trans>
                  </ButtonLink>
                ) : (
                  <ButtonLink to="/login" size="sm" variant="outline">
                    <Trans>Login</Trans>
                  </ButtonLink>
                )}
              </Box>
              <MenuButton />
            </HStack>
          </Flex>
        </Container>
        <PublicMenu entries={entries} isSignedIn={isSignedIn} />
      </Box>
    </ShrinkingHeader>
  );
}
