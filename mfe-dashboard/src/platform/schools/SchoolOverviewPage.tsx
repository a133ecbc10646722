import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { getSchoolOverview, schoolOverviewKeys, type SchoolOverview } from '@masomo/data/platform/schoolOverview';
import { formatNumber } from '@masomo/domain/number';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Button, Card, ErrorState, Heading, HStack, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { InviteDialog } from '../../shared/accounts/InviteDialog.tsx';
import { MembersTable } from '../../shared/accounts/MembersTable.tsx';
import { OpenInvitations } from '../../shared/accounts/OpenInvitations.tsx';
import { schoolKindLabels, subscriptionStatusLabels } from '../shared/labels.ts';
import { subscriptionColors } from '../shared/subscriptionColors.ts';
import { RecordOpeningCard } from './RecordOpeningCard.tsx';
import { SchoolDialog } from './SchoolDialog.tsx';
import { StorageCard } from './StorageCard.tsx';

export function SchoolOverviewPage() {
  const { id = '' } = useParams();
  const { data: school, error, reload } = useQuery(schoolOverviewKeys.one(id), (db) => getSchoolOverview(db, id));
  const [openDialog, setOpenDialog] = useState<'edit' | 'invite'>();
  const back = (
    <AppLink to="/dashboard/schools" color="accent.fg">
      <Trans>All schools</Trans>
    </AppLink>
  );
  if (error && !school)
    return (
      <>
        <PageHeader title={t`School`} description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!school)
    return (
      <>
        <PageHeader title={t`School`} description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  return (
    <>
      <PageHeader
        title={
          <HStack gap="3" wrap="wrap">
            {school.name}
            {!school.is_active && (
              <Badge colorPalette="gray">
                <Trans>Archived</Trans>
              </Badge>
            )}
            {school.is_demo && (
              <Badge colorPalette="blue">
                <Trans>Demonstration</Trans>
              </Badge>
            )}
          </HStack>
        }
        description={
          <Stack gap="1">
            <Text as="span">
              {[
                schoolKindLabels[school.kind] ?? school.kind,
                school.city,
                school.phone,
                school.email,
                t`since ${formatDate(school.created_at)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {back}
          </Stack>
        }
        actions={
          <>
            <Button size="sm" variant="outline" onClick={() => setOpenDialog('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="sm" onClick={() => setOpenDialog('invite')}>
              <Trans>Invite a person</Trans>
            </Button>
          </>
        }
      />
      <Stack gap="4">
        <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
          <StatCard
            label={t`Active students`}
            value={formatNumber(school.students)}
            hint={school.subscription?.max_students ? t`of ${formatNumber(school.subscription.max_students)} in the plan` : undefined}
          />
          <StatCard label={t`Staff`} value={formatNumber(school.staff)} />
          <StatCard label={t`Classes`} value={formatNumber(school.classes)} />
          <StatCard
            label={t`Last sign-in`}
            value={school.last_sign_in ? formatDate(school.last_sign_in) : t`Never`}
            hint={school.last_sign_in ? formatDateTime(school.last_sign_in) : undefined}
          />
        </SimpleGrid>
        <SubscriptionCard school={school} />
        <StorageCard school={school} />
        <Card.Root as="section" aria-labelledby="people">
          <Card.Header>
            <Heading as="h2" size="md" id="people">
              <Trans>People</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <MembersTable school={school} />
          </Card.Body>
        </Card.Root>
        <Card.Root as="section" aria-labelledby="invitations">
          <Card.Header>
            <Heading as="h2" size="md" id="invitations">
              <Trans>Invitations</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <OpenInvitations schoolId={school.id} />
          </Card.Body>
        </Card.Root>
        <RecordOpeningCard schoolId={school.id} />
      </Stack>
      {openDialog === 'edit' && (
        <SchoolDialog
          school={{
            id: school.id,
            updatedAt: school.updated_at,
            name: school.name,
            kind: school.kind,
            isActive: school.is_active,
            email: school.email ?? '',
            phone: school.phone ?? '',
            city: school.city ?? '',
            address: school.address ?? '',
            motto: school.motto ?? '',
            version: school.version,
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'invite' && <InviteDialog school={school} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

function SubscriptionCard({ school }: { school: SchoolOverview }) {
  const { subscription } = school;
  return (
    <Card.Root as="section" aria-labelledby="plan">
      <Card.Header>
        <Heading as="h2" size="md" id="plan">
          <Trans>Subscription</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {subscription ? (
          <HStack gap="3" wrap="wrap">
            <Text fontWeight="600">{subscription.plan}</Text>
            <Badge colorPalette={subscriptionColors[subscription.status] ?? 'gray'}>
              {subscriptionStatusLabels[subscription.status] ?? subscription.status}
            </Badge>
            <Text color="fg.muted">
              {subscription.grace_until
                ? t`${formatDate(subscription.started_on)} to ${formatDate(subscription.ends_on)}, grace until ${formatDate(subscription.grace_until)}`
                : t`${formatDate(subscription.started_on)} to ${formatDate(subscription.ends_on)}`}
            </Text>
          </HStack>
        ) : (
          <Text color="fg.muted">
            <Trans>No subscription yet.</Trans>
          </Text>
        )}
        <AppLink to="/dashboard/subscriptions" color="accent.fg" mt="2">
          <Trans>Manage subscriptions</Trans>
        </AppLink>
      </Card.Body>
    </Card.Root>
  );
}
