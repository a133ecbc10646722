import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import {
  listPlanChoices,
  subscriptionKeys,
  renewSubscription,
  startTrial,
  type SchoolSubscription,
} from '@masomo/data/platform/subscriptions';
import { formatDate } from '@masomo/domain/time';
import { Text, toaster } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { planOption } from '../../shared/planOption.ts';

const invalidates = ['subscriptions', 'schools', 'overview'];
type Duration = 'trial' | 'termly' | 'annual';

export function RenewDialog({ school, onClose }: { school: SchoolSubscription; onClose: () => void }) {
  const { data: plans = [] } = useQuery(subscriptionKeys.plans(), listPlanChoices);
  const isNew = school.status === 'none';
  const [planId, setPlanId] = useState(school.planId);
  const [duration, setDuration] = useState<Duration>(isNew ? 'trial' : school.billing === 'annual' ? 'annual' : 'termly');
  const onSuccess = () => {
    toaster.success({ title: t`Subscription saved` });
    onClose();
  };
  const renew = useCommand(renewSubscription, { invalidates, onSuccess });
  const startTrialCommand = useCommand(startTrial, { invalidates, onSuccess });
  const offeredPlans = duration === 'trial' ? plans.filter(({ hasTrial }) => hasTrial) : plans;
  const durations: { value: Duration; label: string }[] = [
    ...(isNew ? [{ value: 'trial' as const, label: t`Trial` }] : []),
    { value: 'termly', label: t`One term` },
    { value: 'annual', label: t`One year` },
  ];
  return (
    <FormDialog
      title={isNew ? t`Start subscription of ${school.school}` : t`Renew ${school.school}`}
      submitLabel={isNew ? t`Start` : t`Renew`}
      isBusy={renew.isRunning || startTrialCommand.isRunning}
      error={(renew.error ?? startTrialCommand.error)?.userMessage}
      isDisabled={!offeredPlans.some(({ id }) => id === planId)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void (duration === 'trial'
          ? startTrialCommand.run({ schoolId: school.id, planId })
          : renew.run({ schoolId: school.id, planId, billing: duration }));
      }}
    >
      {school.endsOn && (
        <Text color="fg.muted">
          <Trans>Current end: {formatDate(school.endsOn)}. A running subscription is extended from there.</Trans>
        </Text>
      )}
      <SelectField
        label={t`Duration`}
        options={durations}
        value={duration}
        onChange={(event) => setDuration(durations.find(({ value }) => value === event.currentTarget.value)?.value ?? duration)}
      />
      <SelectField
        label={t`Plan`}
        required
        options={[{ value: '', label: t`Choose a plan` }, ...offeredPlans.map((plan) => ({ value: plan.id, label: planOption(plan) }))]}
        value={planId}
        onChange={(event) => setPlanId(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
