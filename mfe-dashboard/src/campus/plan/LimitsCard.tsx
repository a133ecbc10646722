import { Trans } from '@lingui/react/macro';
import type { SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatNumber } from '@masomo/domain/number';
import { planUse } from '@masomo/domain/planLimits';
import { Alert, Box, Card, Heading, Stack, Text } from '@masomo/design-system';

/** How much of the plan the school uses, with a word at 90 % and at 100 %. */
export function LimitsCard({ plan }: { plan: SchoolPlan }) {
  const { students, max_students: limit } = plan;
  const use = limit === null ? undefined : planUse(students, limit);
  const count = formatNumber(students);
  const fitting = plan.offers.find((offer) => offer.max_students === null || offer.max_students >= students)?.name;
  return (
    <Card.Root as="section" aria-labelledby="limits">
      <Card.Header>
        <Heading as="h2" size="md" id="limits">
          <Trans>Students</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="3">
          {limit === null || use === undefined ? (
            <Text>
              <Trans>{count} students. Your plan has no limit.</Trans>
            </Text>
          ) : (
            <>
              <Text>
                <Trans>
                  {count} of {formatNumber(limit)} students, {use.percent}%
                </Trans>
              </Text>
              <Box h="2" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden>
                <Box h="full" w={`${Math.min(use.percent, 100)}%`} bg={use.level === 'within' ? 'accent.solid' : 'orange.solid'} />
              </Box>
              {use.level !== 'within' && (
                <Alert.Root status={use.level === 'near' ? 'info' : 'warning'}>
                  <Alert.Indicator />
                  <Alert.Description>
                    {use.level === 'near' && <Trans>Nine in ten places are taken. You can still admit students.</Trans>}
                    {use.level === 'full' && fitting && (
                      <Trans>
                        The plan is full. You can still admit students; your next renewal will offer {fitting}, which fits your school.
                      </Trans>
                    )}
                    {use.level === 'full' && !fitting && (
                      <Trans>The plan is full, and there is no larger plan. Talk to us about a Standalone installation.</Trans>
                    )}
                  </Alert.Description>
                </Alert.Root>
              )}
            </>
          )}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
