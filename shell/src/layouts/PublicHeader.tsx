import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { MenuIcon, XIcon } from 'lucide-react';
import { useSession } from '@masomo/auth';
import { AppLink, Box, ButtonLink, ColorModeButton, Container, Flex, HStack, IconButton, Logo, Stack } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';
import { useConfig } from '../ConfigContext.ts';
import { HeaderLink } from './HeaderLink.tsx';
import { publicLinks, visitorLinks } from './publicLinks.ts';
import { useScrolledPast } from './useScrolledPast.ts';
import { headerShrinkAfterPx } from '@masomo/domain/timings';

/** The public menu; it shrinks and gets a background when the page is scrolled. */
export function PublicHeader() {
  const { pathname } = useLocation();
  const isShrunk = useScrolledPast(headerShrinkAfterPx);
  // Bound to an address, so that following a link closes the menu.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  const { brand } = useConfig();
  const { status } = useSession();
  const isSignedIn = status === 'signed-in';
  const links = isSignedIn ? publicLinks : [...publicLinks, ...visitorLinks];
  return (
    // Only the bar inside shrinks, so that the page below does not move.
    <Box
      as="header"
      h="18"
      position="sticky"
      top="0"
      zIndex="sticky"
      pointerEvents="none"
      data-shrunk={isShrunk || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setOpenAt(undefined)}
    >
      <Box
        position="relative"
        pointerEvents="auto"
        transition="background 0.2s, border-color 0.2s"
        borderBottomWidth="1px"
        bg={isShrunk || isOpen ? { base: 'bg.muted', _dark: 'bg.panel' } : 'bg'}
        borderColor={isShrunk ? 'border' : 'transparent'}
      >
        <Container maxW="7xl">
          <Flex align="center" justify="space-between" gap="4" h={isShrunk ? '14' : '18'} transition="height 0.2s">
            <AppLink to="/" aria-label={t`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
              <Logo name={brand.name} />
            </AppLink>
            <HStack as="nav" aria-label={t`Main`} gap="1" hideBelow="lg">
              {links.map((link) => (
                <HeaderLink key={link.to} to={link.to} label={t(link.label)} />
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
              <IconButton
                hideFrom="lg"
                variant="ghost"
                size="sm"
                aria-label={isOpen ? t`Close menu` : t`Open menu`}
                aria-expanded={isOpen}
                aria-controls="mobile-menu"
                onClick={() => setOpenAt(isOpen ? undefined : pathname)}
              >
                {isOpen ? <XIcon size={20} /> : <MenuIcon size={20} />}
              </IconButton>
            </HStack>
          </Flex>
        </Container>
        {isOpen && (
          <Box hideFrom="lg" position="absolute" top="full" insetX="0" bg="bg.panel" borderBottomWidth="1px" boxShadow="lg">
            <Stack as="nav" id="mobile-menu" aria-label={t`Main`} gap="1" px="4" pb="5" maxH="calc(100dvh - 4.5rem)" overflowY="auto">
              {links.map((link) => (
                <HeaderLink key={link.to} to={link.to} label={t(link.label)} />
              ))}
              {isSignedIn ? (
                <ButtonLink to="/dashboard" mt="2">
                  <Trans>Dashboard</Trans>
                </ButtonLink>
              ) : (
                <ButtonLink to="/login" mt="2" variant="outline">
                  <Trans>Login</Trans>
                </ButtonLink>
              )}
            </Stack>
          </Box>
        )}
      </Box>
    </Box>
  );
}
