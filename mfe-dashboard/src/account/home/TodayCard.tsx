import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress } from '@masomo/data/learning/attendance';
import { listLessons, teachingKeys } from '@masomo/data/learning/teaching';
import { AppLink, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { opening } from '../../shared/inOrder.ts';
import { clock, thisWeekday, weekdays } from '../../shared/weekdays.ts';
import { today } from '@masomo/remote/schoolDay';

/** Today's lessons for a teacher, today's registers for the office. */
export function TodayCard({ userId }: { userId: string }) {
  return (
    <>
      <Allowed to="schedule:read">
        <LessonsOfToday userId={userId} />
      </Allowed>
      <Allowed to="register:oversee">
        <RegistersOfToday />
      </Allowed>
    </>
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

function LessonsOfToday({ userId }: { userId: string }) {
  const { data: lessons, error, reload } = useQuery(teachingKeys.lessons(userId), (db) => listLessons(db, userId));
  const todaysLessons = lessons?.filter(({ weekday }) => weekday === thisWeekday());
  return (
    <TodayFrame isOpening={!error && !todaysLessons}>
      {error && !todaysLessons && <ErrorState error={error} onRetry={reload} />}
      {!error && !todaysLessons && <SkeletonText noOfLines={3} />}
      {todaysLessons?.length === 0 && (
        <Text color="fg.muted">
          <Trans>
            You have no lessons today.{' '}
            <AppLink to="/dashboard/schedule" color="accent.fg">
              View the week
            </AppLink>
          </Trans>
        </Text>
      )}
      {todaysLessons && todaysLessons.length > 0 && (
        <Stack as="ul" listStyleType="none" ps="0" gap="3">
          {todaysLessons.map((lesson) => (
            <HStack as="li" key={lesson.id} gap="4" align="baseline" wrap="wrap">
              <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                <Trans>
                  {clock(lesson.startsAt)} to {clock(lesson.endsAt)}
                </Trans>
              </Text>
              <Text flex="1" minW="40">
                <Text as="span" fontWeight="600">
                  {lesson.subject}
                </Text>{' '}
                <Text as="span" color="fg.muted">
                  {[lesson.className, lesson.room].filter(Boolean).join(' · ')}
                </Text>
              </Text>
              <AppLink
                to={`/dashboard/attendance?class=${lesson.classId}`}
                color="accent.fg"
                fontSize="sm"
                aria-label={t`Register of ${lesson.className}, ${clock(lesson.startsAt)}`}
              >
                <Trans>Register</Trans>
              </AppLink>
            </HStack>
          ))}
        </Stack>
      )}
    </TodayFrame>
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
