import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress } from '@masomo/data/learning/attendance';
import { AppLink, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { opening } from '../../shared/inOrder.ts';
import { thisWeekday, weekdays } from '../../shared/weekdays.ts';
import { today } from '@masomo/remote/schoolDay';

/** Today's registers for the office. */
export function TodayCard() {
  return (
    <Allowed to="register:oversee">
      <RegistersOfToday />
    </Allowed>
  );
}

function TodayFrame({ children, isOpening = false }: { children: ReactNode; isOpening?: boolean }) {
  return (
    <Card.Root as="section" aria-labelledby="today" {...(isOpening ? opening : {})}>
      <Card.Header>
        <Heading as="h2" size="md" id="today">
          <Trans>Today, {weekdays[thisWeekday() - 1]}</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>{children}</Card.Body>
    </Card.Root>
  );
}

const namedClassCount = 6;

function RegistersOfToday() {
  const day = today();
  const [open, all] = [
    { day, page: 0, pageSize: namedClassCount, isNotStarted: true },
    { day, page: 0, pageSize: 1, isNotStarted: false },
  ];
  const openRegisters = useQuery(attendanceKeys.registerProgress(open), (db) => listRegisterProgress(db, open));
  const allRegisters = useQuery(attendanceKeys.registerProgress(all), (db) => listRegisterProgress(db, all));
  const failedQuery = [openRegisters, allRegisters].find(({ error, data }) => error && !data);
  if (failedQuery?.error)
    return (
      <TodayFrame>
        <ErrorState error={failedQuery.error} onRetry={failedQuery.reload} />
      </TodayFrame>
    );
  if (!openRegisters.data || !allRegisters.data)
    return (
      <TodayFrame isOpening>
        <SkeletonText noOfLines={2} />
      </TodayFrame>
    );
  const takenCount = allRegisters.data.total - openRegisters.data.total;
  // No registers are expected at weekends.
  if (takenCount === 0 && thisWeekday() > 5)
    return (
      <TodayFrame>
        <Text color="fg.muted">
          <Trans>
            No school today.{' '}
            <AppLink to="/dashboard/attendance" color="accent.fg">
              Open attendance
            </AppLink>
          </Trans>
        </Text>
      </TodayFrame>
    );
  return (
    <TodayFrame>
      <Stack gap="2">
        <Text>
          <Trans>
            <Text as="span" fontWeight="600">
              {takenCount} of {allRegisters.data.total}
            </Text>{' '}
            registers taken.{' '}
            <AppLink to="/dashboard/attendance" color="accent.fg">
              Open attendance
            </AppLink>
          </Trans>
        </Text>
        {openRegisters.data.total > 0 && (
          <HStack gap="3" wrap="wrap" fontSize="sm">
            <Text color="fg.muted">
              <Trans>Not started:</Trans>
            </Text>
            {openRegisters.data.rows.map(({ id, name }) => (
              <AppLink key={id} to={`/dashboard/attendance?class=${id}`} color="accent.fg">
                {name}
              </AppLink>
            ))}
            {openRegisters.data.total > namedClassCount && (
              <Text color="fg.muted">
                <Trans>and {openRegisters.data.total - namedClassCount} more</Trans>
              </Text>
            )}
          </HStack>
        )}
      </Stack>
    </TodayFrame>
  );
}
