import { useSession } from '@masomo/auth';
import { AppLink, Card, ColorModeButton, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FeaturesCard } from './FeaturesCard.tsx';
import { ServicesCard } from './ServicesCard.tsx';
import { SiteContacts } from './SiteContacts.tsx';

/** Settings: one's own for everybody, the site's for super admins. */
export function SettingsPage() {
  const { user } = useSession();
  return (
    <Stack gap="6" maxW="3xl">
      <PageHeader title="Settings" description="How the product looks and works for you." />
      <Card.Root>
        <Card.Header><Heading as="h2" size="md">Appearance</Heading></Card.Header>
        <Card.Body><HStack justify="space-between"><Text>Light or dark colours in this browser</Text><ColorModeButton /></HStack></Card.Body>
      </Card.Root>
      <Card.Root>
        <Card.Header><Heading as="h2" size="md">Account</Heading></Card.Header>
        <Card.Body><Text>Your name, phone and sign-in are in your <AppLink to="/dashboard/profile" color="accent.fg">profile</AppLink>.</Text></Card.Body>
      </Card.Root>
      {user?.role === 'super_admin' && <><SiteContacts /><ServicesCard /><FeaturesCard /></>}
    </Stack>
  );
}
