import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HomeDay } from '@masomo/data/platform/homeParts';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { isoWeekday } from '@masomo/domain/time';
import { AppLink, SimpleGrid, Text } from '@masomo/design-system';
import { HomeCard } from './HomeCard.tsx';
import { nameOfDay } from './lessonTimes.ts';

type RegistersCardProps = {
  registers: NonNullable<SchoolHome['registers']>;
  home: HomeDay;
  /** The school day that is next when there is none today. */
  nextDay?: string | null;
};

/** As many beside each other as leave the last row fullest. */
const columnsOf = (count: number) => [7, 6, 5, 4].toSorted((a, b) => ((a - (count % a)) % a) - ((b - (count % b)) % b))[0] ?? 4;
const taken = { bg: 'accent.subtle', borderColor: 'accent.emphasized' };
const open = { bg: 'warning.subtle', borderColor: 'warning.emphasized' };

/** The classes of the day, coloured by the state of their register. */
export function RegistersCard({ registers, home: { today, term }, nextDay }: RegistersCardProps) {
  const takenCount = registers.filter(({ is_taken: isTaken }) => isTaken).length;
  // No registers are expected at weekends and in holidays, but some schools take them.
  const isFree = takenCount === 0 && (isoWeekday(today) > 5 || !term?.is_running);
  return (
    <HomeCard
      id="registers"
      title={isFree || registers.length === 0 ? t`Registers` : t`Registers: ${takenCount} of ${registers.length} taken`}
      link={{ to: '/dashboard/attendance', label: t`Open attendance` }}
    >
      {registers.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No class has students yet.</Trans>
        </Text>
      )}
      {registers.length > 0 && isFree && (
        <Text color="fg.muted" textStyle="sm">
          {nextDay ? t`No school today. The next school day is ${nameOfDay(nextDay, today)}.` : t`No school today.`}
        </Text>
      )}
      {!isFree && (
        <SimpleGrid as="ul" listStyleType="none" columns={{ base: 2, md: 4, xl: columnsOf(registers.length) }} gap="2">
          {registers.map(({ id, name, is_taken: isTaken, present, absent }) => (
            <li key={id}>
              <AppLink
                to={`/dashboard/attendance?class=${id}`}
                display="block"
                px="3"
                py="2"
                borderWidth="1px"
                borderRadius="l2"
                {...(isTaken ? taken : open)}
                _hover={{ textDecoration: 'none', borderColor: 'border.control' }}
              >
                <Text textStyle="sm" fontWeight="550" overflowWrap="anywhere">
                  {name}
                </Text>
                <Text textStyle="xs" color={isTaken ? 'fg.muted' : 'warning.fg'}>
                  {isTaken ? t`${present} in, ${absent} out` : t`Not taken`}
                </Text>
              </AppLink>
            </li>
          ))}
        </SimpleGrid>
      )}
    </HomeCard>
  );
}
