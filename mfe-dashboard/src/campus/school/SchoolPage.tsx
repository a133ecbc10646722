import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getSchool, schoolKeys } from '@masomo/data/platform/schools';
import { ButtonLink, Card, ErrorState, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormSkeleton } from '@masomo/design-system/forms';
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
      <PageHeader
        title={t`School`}
        description={t`Your school's profile, terms, campuses and subjects.`}
        actions={
          <>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/papers">
              <Trans>Papers</Trans>
            </ButtonLink>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/privacy">
              <Trans>Data requests</Trans>
            </ButtonLink>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/breaches">
              <Trans>Breaches</Trans>
            </ButtonLink>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/processing">
              <Trans>Processing register</Trans>
            </ButtonLink>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/log">
              <Trans>Activity log</Trans>
            </ButtonLink>
            <ButtonLink size="sm" variant="outline" to="/dashboard/school/plan">
              <Trans>Plan and licences</Trans>
            </ButtonLink>
          </>
        }
      />
      <Stack gap="6" maxW="3xl">
        <Card.Root>
          <Card.Body>
            {error && !school && <ErrorState error={error} onRetry={reload} />}
            {!error && !school && (
              <FormSkeleton
                from="sm"
                fields={[{ hasHelp: true }, { isHalf: true }, { isHalf: true }, { isHalf: true }, { isHalf: true }, {}]}
              />
            )}
            {school && <SchoolForm school={school} />}
          </Card.Body>
        </Card.Root>
        {id && <PaymentInstructionsCard schoolId={id} />}
        {id && <TermsCard schoolId={id} />}
        {id && <CampusesCard schoolId={id} />}
        {id && <SubjectsCard schoolId={id} />}
        {id && <SecondStepCard choices={['admin', 'staff']} />}
      </Stack>
    </>
  );
}
