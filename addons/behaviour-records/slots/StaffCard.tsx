import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { behaviourKeys, getBehaviourSummary } from '../data/behaviour.ts';
import { ButtonLink, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { behaviourHome } from '../screens/shared/behaviourHome.ts';

/** On the staff's home screen: the week, and what one has to follow up. */
export function StaffCard() {
  const { data, error } = useQuery(behaviourKeys.summary(), getBehaviourSummary);
  return (
    <Card.Root as="section" aria-label={t`Behaviour`}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Behaviour</Trans>
          </Heading>
          <ButtonLink to={data && data.mine > 0 ? `${behaviourHome}/follow-ups` : behaviourHome} size="sm" variant="outline">
            {data && data.mine > 0 ? t`Follow-ups` : t`Open`}
          </ButtonLink>
        </HStack>
        {data ? (
          <>
            <Text color="fg.muted">
              {t`Last 7 days: ${plural(data.merits, { one: '# merit', other: '# merits' })}, ${plural(data.incidents, { one: '# incident', other: '# incidents' })}.`}
            </Text>
            {data.mine > 0 && (
              <Text color={data.overdue > 0 ? 'fg.warning' : 'fg.muted'}>
                {data.overdue > 0
                  ? t`${plural(data.mine, { one: '# follow-up', other: '# follow-ups' })} assigned to you, ${data.overdue} overdue.`
                  : t`${plural(data.mine, { one: '# follow-up', other: '# follow-ups' })} assigned to you.`}
              </Text>
            )}
          </>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
