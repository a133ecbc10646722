import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { gateKeys, getGateDay } from '../data/qrAttendance.ts';
import { ButtonLink, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { useModule } from '@masomo/remote/useModule';
import { gateHome, gateFeature } from '../screens/shared/gateHome.ts';

/** On the home screen: today at the gate. */
export function HomeCard() {
  const { isReadOnly } = useModule(gateFeature);
  const { data, error } = useQuery(gateKeys.day(null), (db) => getGateDay(db, { day: null }));
  return (
    <Card.Root as="section" aria-label={t`Today at the gate`}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Today at the gate</Trans>
          </Heading>
          <ButtonLink to={isReadOnly ? gateHome : `${gateHome}/scan`} size="sm" variant="outline">
            {isReadOnly ? t`Open` : t`Scan`}
          </ButtonLink>
        </HStack>
        {data ? (
          <Text color="fg.muted">
            {t`${plural(data.in, { one: '# student in', other: '# students in' })}, ${plural(data.late, { one: '# late', other: '# late' })}.`}
          </Text>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
