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

/** Welcome, the day, and who is signed in where; beside it what this person does most. */
export function HomeHeader({ user, day }: { user: SessionUser; day: HomeDay | null | undefined }) {
  const { data: identity } = useIdentity();
  const school = identity?.schoolName ? ` · ${identity.schoolName}` : '';
  return (
    <PageHeader
      title={t`Welcome, ${identity?.firstName || translate(roleLabels[user.role])}`}
      description={
        <>
          {day && (
            <Text as="div" color="fg" fontWeight="500">
              {describeDay(day)}
            </Text>
          )}
          <Text as="div" textStyle={day ? 'xs' : 'sm'}>
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
