import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useQuery } from '@masomo/data';
import { getSchoolPlan, schoolPlanKeys, type SchoolLicence } from '@masomo/data/store/schoolPlan';
import { Card, ErrorState, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { BuyPlanDialog } from './BuyPlanDialog.tsx';
import { ExportCard } from './ExportCard.tsx';
import { LicenceKeyCard } from './LicenceKeyCard.tsx';
import { LicencesCard } from './LicencesCard.tsx';
import { LimitsCards } from './LimitsCards.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';

/** What the school has bought, what that covers, and the way to renew or to upgrade. */
export function PlanPage() {
  const { data: plan, error, reload } = useQuery(schoolPlanKeys.own(), getSchoolPlan);
  const [purchase, setPurchase] = useState<'renewal' | 'upgrade'>();
  const [toEnter, setToEnter] = useState<SchoolLicence>();
  const keyForm = useRef<HTMLDivElement>(null);
  const enterKey = (licence: SchoolLicence) => {
    setToEnter(licence);
    keyForm.current?.querySelector('textarea')?.focus();
  };
  return (
    <>
      <PageHeader title={t`Plan and licences`} description={t`Your subscription, its limits and your add-ons.`} />
      <Stack gap="6" maxW="4xl">
        {error && !plan && <ErrorState error={error} onRetry={reload} />}
        {!error && !plan && (
          <Card.Root aria-busy aria-label={t`Loading your plan`}>
            <Card.Body>
              <SkeletonText noOfLines={6} />
            </Card.Body>
          </Card.Root>
        )}
        {plan && (
          <>
            <SubscriptionCard plan={plan} onRenew={() => setPurchase('renewal')} onUpgrade={() => setPurchase('upgrade')} />
            <LimitsCards plan={plan} />
            <LicencesCard plan={plan} onEnterKey={enterKey} />
            {plan.version === 'standalone' && (
              <div ref={keyForm}>
                <LicenceKeyCard plan={plan} addon={toEnter?.name} />
              </div>
            )}
            <ExportCard />
          </>
        )}
      </Stack>
      {plan && purchase && <BuyPlanDialog plan={plan} purchase={purchase} onClose={() => setPurchase(undefined)} />}
    </>
  );
}
