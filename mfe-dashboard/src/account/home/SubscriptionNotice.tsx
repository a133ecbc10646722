import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed } from '@masomo/auth';
import type { DashboardSummary } from '@masomo/data/platform/overview';
import { formatDate } from '@masomo/domain/time';
import { Alert, AppLink, Text } from '@masomo/design-system';

/** From this many days before its end, administrators are told that the subscription ends. */
const noticeDays = 14;

/** Tells everybody at the school that nothing can be changed, and administrators before, when the subscription ends. */
export function SubscriptionNotice({ subscription }: { subscription: DashboardSummary['subscription'] }) {
  if (!subscription) return null;
  const { state, days_left: daysLeft } = subscription;
  const end = subscription.ends_on ? formatDate(subscription.ends_on) : '';
  if (state === 'trial' || state === 'active') {
    if (daysLeft === null || daysLeft > noticeDays) return null;
    const title =
      state === 'trial'
        ? plural(daysLeft, { one: 'Your trial has # day left', other: 'Your trial has # days left' })
        : plural(daysLeft, { one: 'Your subscription has # day left', other: 'Your subscription has # days left' });
    return (
      <Allowed to="school:run">
        <Alert.Root status={daysLeft <= 1 ? 'warning' : 'info'} role="status">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{title}</Alert.Title>
            <Alert.Description>
              <Trans>
                Its last day is {end}.{' '}
                <AppLink to="/dashboard/school/plan" color="accent.fg" textDecoration="underline">
                  See plan and prices
                </AppLink>
              </Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      </Allowed>
    );
  }
  const grace = subscription.grace_until ? formatDate(subscription.grace_until) : '';
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>Your school can read everything but change nothing</Trans>
        </Alert.Title>
        <Alert.Description>
          <Text>
            {state === 'grace' && (
              <Trans>
                Its subscription ended on {end}. The grace period runs until {grace}.
              </Trans>
            )}
            {(state === 'ended' || state === 'closed') && <Trans>Its subscription ended on {end}.</Trans>}
            {state === 'none' && <Trans>It has no subscription yet.</Trans>}{' '}
            <Allowed to="school:run" otherwise={<Trans>An administrator can renew it.</Trans>}>
              <AppLink to="/dashboard/school/plan" color="accent.fg" textDecoration="underline">
                <Trans>Renew now</Trans>
              </AppLink>
            </Allowed>
          </Text>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
