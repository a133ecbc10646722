import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getSchool, schoolKeys } from '@masomo/data/platform/schools';
import { AppLink, Card, ErrorState, Grid, Heading, SimpleGrid, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormSkeleton } from '@masomo/design-system/forms';
import { AbsentMarksCard } from './AbsentMarksCard.tsx';
import { CampusesCard } from './CampusesCard.tsx';
import { PaymentInstructionsCard } from './PaymentInstructionsCard.tsx';
import { SchoolForm } from './SchoolForm.tsx';
import { SecondStepCard } from '../../shared/accounts/SecondStepCard.tsx';
import { SubjectsCard } from './SubjectsCard.tsx';
import { TermsCard } from './TermsCard.tsx';

export function SchoolPage() {
  const { user } = useSession();
  const id = user?.schoolId ?? null;
  const { data: school, error, reload } = useQuery(id ? schoolKeys.one(id) : null, (db) => getSchool(db, id ?? ''));
  return (
    <>
      <PageHeader title={t`School`} description={t`Your school's profile, terms, campuses and subjects.`} />
      <Stack gap="6">
        {school ? (
          <SchoolForm school={school} />
        ) : (
          <Card.Root maxW="3xl">
            <Card.Body>
              {error ? (
                <ErrorState error={error} onRetry={reload} />
              ) : (
                <FormSkeleton
                  from="sm"
                  fields={[{ hasHelp: true }, { isHalf: true }, { isHalf: true }, { isHalf: true }, { isHalf: true }, {}]}
                />
              )}
            </Card.Body>
          </Card.Root>
        )}
        <Grid templateColumns={{ base: '1fr', xl: 'minmax(0, 1fr) 22rem' }} gap="6" alignItems="start">
          <Stack gap="6" minW="0">
            {id && <PaymentInstructionsCard schoolId={id} />}
            {id && <TermsCard schoolId={id} />}
            {id && <CampusesCard schoolId={id} />}
            {id && <SubjectsCard schoolId={id} />}
            {id && <AbsentMarksCard schoolId={id} />}
            {id && <SecondStepCard choices={['admin', 'staff']} />}
          </Stack>
          <MoreOfSchool />
        </Grid>
      </Stack>
    </>
  );
}

const screens: readonly { to: string; label: string }[] = [
  { to: '/dashboard/school/papers', label: t`Papers` },
  { to: '/dashboard/school/plan', label: t`Plan and licences` },
  { to: '/dashboard/school/privacy', label: t`Data requests` },
  { to: '/dashboard/school/breaches', label: t`Breaches` },
  { to: '/dashboard/school/processing', label: t`Processing register` },
  { to: '/dashboard/school/log', label: t`Activity log` },
];

function MoreOfSchool() {
  return (
    <Card.Root as="nav" aria-labelledby="more-of-school" gridRow={{ base: '1', xl: 'auto' }}>
      <Card.Header>
        <Heading as="h2" size="md" id="more-of-school">
          <Trans>More about your school</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <SimpleGrid columns={{ base: 2, xl: 1 }} gap="3">
          {screens.map(({ to, label }) => (
            <AppLink key={to} to={to} color="accent.fg">
              {label}
            </AppLink>
          ))}
        </SimpleGrid>
      </Card.Body>
    </Card.Root>
  );
}
