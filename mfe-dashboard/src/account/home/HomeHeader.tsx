import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIdentity, type SessionUser } from '@masomo/auth';
import type { HomeDay } from '@masomo/data/platform/homeParts';
import { roleLabels } from '@masomo/domain/roles';
import { formatDayAndMonth, formatLongDate, isoWeekday } from '@masomo/domain/time';
import { Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { translate } from '@masomo/i18n';
import { weekdays } from '../../shared/weekdays.ts';
import { QuickActions } from './QuickActions.tsx';
import { welcomeTexts } from './homeLabels.ts';

/** `Monday, 7 September 2026 · Term 3 2026, week 2 of 13` */
function describeDay({ today, term }: HomeDay): string {
  const day = `${weekdays[isoWeekday(today) - 1] ?? ''}, ${formatLongDate(today)}`;
  if (!term) return day;
  return term.is_running
    ? t`${day} · ${term.term}, week ${term.week} of ${term.weeks}`
    : t`${day} · holidays, ${term.term} begins on ${formatDayAndMonth(term.starts_on)}`;
}

/** The lines of the day with its term, kept free until they are known. */
const dayLines = { base: '2lh', md: '1lh' };

type HomeHeaderProps = { user: SessionUser; day: HomeDay | null | undefined; /** Whether the day is still to come. */ isPending: boolean };

/** Welcome, the day, and who is signed in where; beside it what this person does most. */
export function HomeHeader({ user, day, isPending }: HomeHeaderProps) {
  const { data: identity } = useIdentity();
  const school = identity?.schoolName ? ` · ${identity.schoolName}` : '';
  const isDayExpected = isPending && user.schoolId !== null;
  return (
    <PageHeader
      title={t`Welcome, ${identity?.firstName || translate(roleLabels[user.role])}`}
      description={
        <>
          {isDayExpected && <Text as="div" minH={dayLines} />}
          {day && (
            <Text as="div" color="fg" fontWeight="500">
              {describeDay(day)}
            </Text>
          )}
          <Text as="div" textStyle={day || isDayExpected ? 'xs' : 'sm'}>
            {welcomeTexts[user.role]} {user.email}
            {school}
          </Text>
          {user.schoolId && (
            <Text as="div" textStyle="xs" color="fg.subtle">
              <Trans>School ID {user.schoolId}</Trans>
            </Text>
          )}
        </>
      }
      actions={<QuickActions user={user} />}
    />
  );
}
