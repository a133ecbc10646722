import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { addDays, formatDayAndMonth, isoWeekday } from '@masomo/domain/time';
import { HStack, Stack, Text } from '@masomo/design-system';
import { shortWeekdays } from '../../../shared/weekdays.ts';
import { HomeCard } from '../HomeCard.tsx';

type NextDay = SchoolHome['next_days'][number];

function describe({ kind, name, amount }: NextDay): string {
  switch (kind) {
    case 'term_starts':
      return t`${name} begins`;
    case 'term_ends':
      return t`${name} ends`;
    case 'fee_due':
      return t`${name} falls due`;
    case 'announcement':
      return t`Announcement: ${name}`;
    case 'work_due':
      return plural(amount, { one: '# assignment is due', other: '# assignments are due' });
  }
}

function nameOfDay(day: string, today: string): string {
  if (day === today) return t`Today`;
  if (day === addDays(today, 1)) return t`Tomorrow`;
  return `${shortWeekdays[isoWeekday(day) - 1] ?? ''} ${formatDayAndMonth(day)}`;
}

/** What is on in the next seven days. */
export function NextDaysCard({ days, today }: { days: readonly NextDay[]; today: string }) {
  return (
    <HomeCard id="next-days" title={<Trans>Next seven days</Trans>}>
      {days.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No term dates, fees, announcements or work due until {formatDayAndMonth(addDays(today, 6))}.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2.5">
          {days.map((entry) => (
            <HStack as="li" key={entry.day + entry.kind + entry.name} gap="3" align="baseline" textStyle="sm">
              <Text w="24" flexShrink="0" color="fg.muted">
                {nameOfDay(entry.day, today)}
              </Text>
              <Text minW="0">{describe(entry)}</Text>
            </HStack>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
