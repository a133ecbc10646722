import { canOpen, screens } from '@masomo/domain/screens';
import type { Role } from '@masomo/domain/roles';
import { AppLink, Card, Heading, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { menuIcons } from '@masomo/design-system/admin';

/** Every screen a role may open, those without a menu entry of their own included. */
export function QuickActions({ role }: { role: Role }) {
  const open = [...new Map(screens.filter((screen) => canOpen(screen, role) && screen.path !== '/dashboard').map((screen) => [screen.path, screen])).values()];
  return (
    <Card.Root as="section" aria-labelledby="quick-actions">
      <Card.Header><Heading as="h2" id="quick-actions" size="md">Quick actions</Heading></Card.Header>
      <Card.Body>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
          {open.map((screen) => {
            const Icon = menuIcons[screen.icon];
            return (
              <AppLink key={screen.path} to={screen.path} borderWidth="1px" borderRadius="md" px="3" py="2.5" _hover={{ bg: 'bg.muted', textDecoration: 'none' }}>
                <HStack gap="3">{Icon && <Icon size={17} aria-hidden />}<Text fontSize="sm" fontWeight="500">{screen.label}</Text></HStack>
              </AppLink>
            );
          })}
        </SimpleGrid>
      </Card.Body>
    </Card.Root>
  );
}
