import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { AppLink, Box, Card, Flex, Heading, HStack, Logo, Stack, Text } from '@masomo/design-system';
import { useConfig } from '../ConfigContext.ts';

const quickLinks = [
  { to: '/features', label: msg`Features` },
  { to: '/demo', label: msg`Demo` },
  { to: '/pricing', label: msg`Pricing` },
  { to: '/contact', label: msg`Contact` },
] as const;

/** Layout of the sign-in pages: brand, one card and links back to the site, without header and footer. */
export function LoginFrame({ title, description, children }: { title: string; description: ReactNode; children?: ReactNode }) {
  const { brand } = useConfig();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
  return (
    <Flex as="main" id="main" minH="100dvh" direction="column" align="center" justify="center" bg="bg.subtle" px="4" py="10" gap="8">
      <AppLink to="/" aria-label={t`${brand.name}, home`} _hover={{ textDecoration: 'none' }}>
        <Logo name={brand.name} size={36} />
      </AppLink>
      <Card.Root w="full" maxW="md" boxShadow="lg" borderRadius="2xl">
        <Card.Body p={{ base: '6', md: '8' }} gap="6">
          <Stack gap="1">
            <Heading as="h1" size="2xl" letterSpacing="-0.02em">
              {title}
            </Heading>
            <Text color="fg.muted">{description}</Text>
          </Stack>
          {children}
        </Card.Body>
      </Card.Root>
      <Stack align="center" gap="3" fontSize="sm">
        <HStack as="nav" aria-label={t`Quick links`} gap="5">
          {quickLinks.map((link) => (
            <AppLink key={link.to} to={link.to} color="fg.muted">
              {t(link.label)}
            </AppLink>
          ))}
        </HStack>
        <Box>
          <AppLink to="/" color="fg.muted">
            <Trans>Back to home</Trans>
          </AppLink>
        </Box>
      </Stack>
    </Flex>
  );
}
