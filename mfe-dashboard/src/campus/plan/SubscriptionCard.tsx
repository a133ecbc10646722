import { Trans } from '@lingui/react/macro';
import type { SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatDate } from '@masomo/domain/time';
import { Badge, Button, Card, Heading, HStack, List, Stack, Text } from '@masomo/design-system';
import { billingLabels, stateLabels } from './planLabels.ts';

type Props = { plan: SchoolPlan; onRenew: () => void; onUpgrade: () => void };

export function SubscriptionCard({ plan, onRenew, onUpgrade }: Props) {
  const { label, color } = stateLabels[plan.state];
  const canUpgrade = plan.offers.some((offer) => offer.upgrade_price !== null);
  const later = plan.periods.filter((period) => period.started_on > plan.today);
  return (
    <Card.Root as="section" aria-labelledby="subscription">
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <HStack gap="3">
            <Heading as="h2" size="md" id="subscription">
              {plan.plan ?? <Trans>No plan yet</Trans>}
            </Heading>
            <Badge colorPalette={color}>{label}</Badge>
          </HStack>
          <HStack gap="2">
            {canUpgrade && (
              <Button size="sm" variant="outline" onClick={onUpgrade}>
                <Trans>Upgrade</Trans>
              </Button>
            )}
            <Button size="sm" onClick={onRenew}>
              {plan.state === 'none' || plan.state === 'trial' ? <Trans>Subscribe</Trans> : <Trans>Renew</Trans>}
            </Button>
          </HStack>
        </HStack>
      </Card.Header>
      <Card.Body>
        <Stack gap="3">
          <StateText plan={plan} />
          {later.length > 0 && (
            <List.Root ps="5">
              {later.map((period) => (
                <List.Item key={period.id}>
                  <Trans>
                    {period.plan} from {formatDate(period.started_on)} to {formatDate(period.ends_on)}, {billingLabels[period.billing]}:
                    paid
                  </Trans>
                </List.Item>
              ))}
            </List.Root>
          )}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}

function StateText({ plan }: { plan: SchoolPlan }) {
  const [end, grace] = [plan.ends_on && formatDate(plan.ends_on), plan.grace_until && formatDate(plan.grace_until)];
  switch (plan.state) {
    case 'trial':
      return (
        <Text>
          <Trans>Your trial runs until {end}. A plan you pay for before then starts the day after.</Trans>
        </Text>
      );
    case 'active':
      return (
        <Text>
          <Trans>Paid until {end}. Renewing early adds to that day, so no day is lost.</Trans>
        </Text>
      );
    case 'grace':
      return (
        <Text>
          <Trans>
            It ended on {end}. You can read and export everything, but change nothing until you renew. The grace period runs until {grace}.
          </Trans>
        </Text>
      );
    case 'ended':
      return (
        <Text>
          <Trans>It ended on {end}. You can read and export everything, but change nothing until you renew.</Trans>
        </Text>
      );
    case 'closed':
      return (
        <Text>
          <Trans>It ended on {end} and the school is closed. Only administrators can sign in, to export data or renew.</Trans>
        </Text>
      );
    default:
      return (
        <Text>
          <Trans>Choose a plan to start. Until then you can read everything but change nothing.</Trans>
        </Text>
      );
  }
}
