import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SessionUser } from '@masomo/auth';
import { AppLink, Card, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { menuIcons } from '@masomo/design-system/admin';
import { screensOf } from '@masomo/navigation';
import { quickActions } from './homeLabels.ts';

/** Quick actions, then every screen of the person, including those without a menu entry. */
export function QuickActions({ user }: { user: SessionUser }) {
  const openableScreens = screensOf(user).filter(({ path }) => path !== '/dashboard');
  const isOpen = (to: string) => !to.startsWith('/dashboard') || openableScreens.some(({ path }) => to.split('?')[0] === path);
  const actions = quickActions[user.role].filter(({ to }) => isOpen(to));
  return (
    <Card.Root as="section" aria-labelledby="quick-actions">
      <Card.Header>
        <Heading as="h2" id="quick-actions" size="md">
          <Trans>Quick actions</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="6">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
            {actions.map(({ label, to, icon }) => (
              <ActionLink key={label} label={label} to={to} icon={icon} isStrong />
            ))}
          </SimpleGrid>
          <Stack as="nav" aria-label={t`All screens`} gap="2">
            <Text fontSize="sm" color="fg.muted">
              <Trans>All screens</Trans>
            </Text>
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
              {openableScreens.map(({ path, label, icon }) => (
                <ActionLink key={path} label={label} to={path} icon={icon} />
              ))}
            </SimpleGrid>
          </Stack>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

function ActionLink({ label, to, icon, isStrong = false }: { label: string; to: string; icon: string; isStrong?: boolean }) {
  const Icon = menuIcons[icon];
  return (
    <AppLink
      to={to}
      borderWidth="1px"
      borderRadius="md"
      px="3"
      py="2.5"
      {...(isStrong ? { bg: 'accent.subtle', color: 'accent.fg' } : {})}
      _hover={{ bg: 'bg.muted', textDecoration: 'none' }}
    >
      <HStack gap="3">
        {Icon && <Icon size={17} aria-hidden />}
        <Text minW="0" overflowWrap="anywhere" fontSize="sm" fontWeight={isStrong ? '600' : '500'}>
          {label}
        </Text>
      </HStack>
    </AppLink>
  );
}
