import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed } from '@masomo/auth';
import { AppLink, Card, ColorModeButton, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { Slot } from '@masomo/remote/Slot';
import { SecondStepCard } from '../../shared/accounts/SecondStepCard.tsx';
import { DemonstrationCard } from './DemonstrationCard.tsx';
import { FlagsCard } from './FlagsCard.tsx';
import { RetentionCard } from './RetentionCard.tsx';
import { ServicesCard } from './ServicesCard.tsx';
import { SiteBrand } from './SiteBrand.tsx';
import { SiteContacts } from './SiteContacts.tsx';
import { LinkListCard } from './LinkListCard.tsx';

const schoolLinks = [
  { to: '/dashboard/school', label: t`School`, text: t`Contacts, motto, terms, campuses and subjects` },
  { to: '/dashboard/staff', label: t`Staff and accounts`, text: t`Staff records, sign-in and roles` },
  { to: '/dashboard/roles', label: t`Roles`, text: t`What people may do, and who has which role` },
  { to: '/dashboard/classes', label: t`Classes`, text: t`Teachers, subjects and timetables` },
  { to: '/dashboard/finances/fees', label: t`Fees`, text: t`Set fees and bill a term` },
  { to: '/dashboard/school/privacy', label: t`Data requests`, text: t`Requests from families about their data, with deadlines` },
  { to: '/dashboard/documents', label: t`Documents`, text: t`Letters and forms for staff and families` },
];
const siteLinks = [
  {
    to: '/dashboard/cms/settings',
    label: t`More site settings`,
    text: t`Opening hours, social media, demonstration sites, help pages`,
  },
  { to: '/dashboard/store/settings', label: t`Store`, text: t`Ordering and payment` },
  { to: '/dashboard/super-admin/releases', label: t`Releases`, text: t`Live versions` },
];

const nothing = {};

export function SettingsPage() {
  return (
    <>
      <PageHeader title={t`Settings`} description={t`How the product looks and works for you.`} />
      <Stack gap="6" maxW="3xl">
        <Card.Root>
          <Card.Header>
            <Heading as="h2" size="md">
              <Trans>Appearance</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <HStack justify="space-between">
              <Text>
                <Trans>Light or dark colours in this browser</Trans>
              </Text>
              <ColorModeButton />
            </HStack>
          </Card.Body>
        </Card.Root>
        <Card.Root>
          <Card.Header>
            <Heading as="h2" size="md">
              <Trans>Account</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <Text>
              <Trans>
                Your name, phone and sign-in are in your{' '}
                <AppLink to="/dashboard/profile" color="accent.fg">
                  profile
                </AppLink>
                .
              </Trans>
            </Text>
          </Card.Body>
        </Card.Root>
        <Allowed
          to="school:run"
          otherwise={
            <Allowed to="role:manage">
              <LinkListCard title={t`Your school`} links={schoolLinks.filter(({ to }) => to === '/dashboard/roles')} />
            </Allowed>
          }
        >
          <LinkListCard title={t`Your school`} links={schoolLinks} />
        </Allowed>
        <Slot name="settings/cards" context={nothing} />
        <Allowed to="settings:write">
          <SiteBrand />
          <SiteContacts />
          <ServicesCard />
          <FlagsCard />
          <SecondStepCard choices={['super_admin']} />
          <RetentionCard />
          <DemonstrationCard />
          <LinkListCard title={t`Other settings`} links={siteLinks} />
        </Allowed>
      </Stack>
    </>
  );
}
