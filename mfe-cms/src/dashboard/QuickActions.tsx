import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppLink, Card, Heading, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { menuIcons } from '@masomo/design-system/admin';

const actions = [
  { label: t`Write a page`, to: '/dashboard/cms/pages/new', icon: 'page' },
  { label: t`Edit the home page`, to: '/dashboard/cms/pages/home', icon: 'home' },
  { label: t`Add images`, to: '/dashboard/cms/media', icon: 'media' },
  { label: t`Change prices`, to: '/dashboard/cms/pricing', icon: 'price' },
  { label: t`Answer a question`, to: '/dashboard/cms/content?new=1', icon: 'support' },
  { label: t`New announcement`, to: '/dashboard/cms/sections', icon: 'announcement' },
] as const;

/** Shortcuts to what editors do most. */
export function QuickActions() {
  return (
    <Card.Root as="section" aria-labelledby="quick-actions">
      <Card.Header>
        <Heading as="h2" id="quick-actions" size="md">
          <Trans>Quick actions</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
          {actions.map(({ label, to, icon }) => {
            const Icon = menuIcons[icon];
            return (
              <AppLink
                key={label}
                to={to}
                borderWidth="1px"
                borderRadius="md"
                px="3"
                py="2.5"
                bg="accent.subtle"
                color="accent.fg"
                _hover={{ bg: 'bg.muted', textDecoration: 'none' }}
              >
                <HStack gap="3">
                  {Icon && <Icon size={17} aria-hidden />}
                  <Text fontSize="sm" fontWeight="600">
                    {label}
                  </Text>
                </HStack>
              </AppLink>
            );
          })}
        </SimpleGrid>
      </Card.Body>
    </Card.Root>
  );
}
