import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getProfile, profileKeys } from '@masomo/data/profile';
import { menuOf } from '@masomo/domain/screens';
import { roleLabels } from '@masomo/domain/roles';
import { AppLink, Card, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { menuIcons, PageHeader } from '@masomo/design-system/admin';

/** Where a person starts: who they are here, and the ways on. */
export function HomePage() {
  const { user } = useSession();
  const { data: profile } = useQuery(user ? profileKeys.mine(user.id) : null, (db) => getProfile(db, user?.id ?? ''));
  if (!user) return null;
  const name = profile?.firstName || roleLabels[user.role];
  return (
    <Stack gap="8">
      <PageHeader title={`Welcome back, ${name}`} description={<>{roleLabels[user.role]} · {user.email}{user.schoolId ? ` · School ${user.schoolId}` : ''}</>} />
      <Stack as="section" gap="4" aria-labelledby="quick-actions">
        <Heading as="h2" id="quick-actions" size="lg">Quick actions</Heading>
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          {menuOf(user.role).filter((screen) => screen.path !== '/dashboard').map((screen) => {
            const Icon = menuIcons[screen.icon];
            return (
              <AppLink key={screen.path} to={screen.path} _hover={{ textDecoration: 'none' }}>
                <Card.Root w="full" size="sm"><Card.Body><HStack gap="3">{Icon && <Icon size={18} aria-hidden />}<Text fontWeight="600">{screen.label}</Text></HStack></Card.Body></Card.Root>
              </AppLink>
            );
          })}
        </SimpleGrid>
      </Stack>
    </Stack>
  );
}
