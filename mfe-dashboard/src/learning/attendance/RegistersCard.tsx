import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress } from '@masomo/data/learning/attendance';
import { formatDate, isoWeekday } from '@masomo/domain/time';
import { Button, Card, HStack, Skeleton, Text } from '@masomo/design-system';
import { opening } from '../../shared/inOrder.ts';

type RegistersCardProps = { day: string; /** Number of classes to mark. */ count: number; onChoose: (classId: string) => void };

const RegisterTable = lazy(async () => ({ default: (await import('./RegisterTable.tsx')).RegisterTable }));

const namedClassCount = 6;

export function RegistersCard({ day, count, onChoose }: RegistersCardProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const filter = { page: 0, pageSize: namedClassCount, day, isNotStarted: true };
  const { data: open, error } = useQuery(attendanceKeys.registerProgress(filter), (db) => listRegisterProgress(db, filter), {
    live: ['attendance'],
  });
  // As on the home: no registers are expected at weekends.
  const isWithoutSchool = open?.total === count && isoWeekday(day) > 5;
  return (
    <Card.Root as="section" aria-label={t`Registers of the day`} size="sm" {...(!open && !error ? opening : {})}>
      <Card.Body gap="3">
        <HStack justify="space-between" gap="3" wrap="wrap">
          {open && (
            <Text fontWeight="600">
              {isWithoutSchool
                ? t`No school on this day`
                : open.total === 0
                  ? t`All ${count} registers of ${formatDate(day)} are taken`
                  : t`${Math.max(0, count - open.total)} of ${count} registers of ${formatDate(day)} taken`}
            </Text>
          )}
          {!open &&
            (error ? (
              <Text color="fg.muted">
                <Trans>Registers could not be loaded.</Trans>
              </Text>
            ) : (
              <Skeleton h="6" w="72" maxW="full" />
            ))}
          {!open && !error && <Skeleton h="7" w="16" />}
          {open && (
            <Button size="xs" variant="outline" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
              {isExpanded ? t`Hide all` : t`See all`}
            </Button>
          )}
        </HStack>
        {open && open.total > 0 && !isWithoutSchool && !isExpanded && (
          <HStack gap="2" wrap="wrap">
            <Text fontSize="sm" color="fg.muted">
              <Trans>Not started:</Trans>
            </Text>
            {open.rows.map(({ id, name }) => (
              <Button key={id} size="xs" variant="outline" aria-label={t`Take the register of ${name}`} onClick={() => onChoose(id)}>
                {name}
              </Button>
            ))}
            {open.total > open.rows.length && (
              <Text fontSize="sm" color="fg.muted">
                <Trans>and {open.total - open.rows.length} more</Trans>
              </Text>
            )}
          </HStack>
        )}
        {isExpanded && (
          <Suspense fallback={<Skeleton h="72" />}>
            <RegisterTable
              day={day}
              onChoose={(id) => {
                setIsExpanded(false);
                onChoose(id);
              }}
            />
          </Suspense>
        )}
      </Card.Body>
    </Card.Root>
  );
}
