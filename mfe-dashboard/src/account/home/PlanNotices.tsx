import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DashboardSummary } from '@masomo/data/platform/overview';
import { formatNumber } from '@masomo/domain/number';
import { planUse } from '@masomo/domain/planLimits';
import { formatDate } from '@masomo/domain/time';
import { Alert, AppLink } from '@masomo/design-system';

/** Tells an administrator that the plan is nearly full or full of students, or has no campus left, and which add-ons end soon. */
export function PlanNotices({ summary }: { summary: DashboardSummary | undefined }) {
  const room = summary?.room;
  const use = room && planUse(room.students, room.max_students);
  return (
    <>
      {room && use && use.level !== 'within' && (
        <Notice
          title={t`${formatNumber(room.students)} of ${formatNumber(room.max_students)} students in the plan ${room.plan}, ${use.percent}%`}
        >
          {room.is_over ? (
            <Trans>Upgrade it before you admit or import more students. Everything else goes on as before.</Trans>
          ) : use.level === 'full' ? (
            <Trans>The plan is full. You can still admit students; your next renewal will offer the plan that fits.</Trans>
          ) : (
            <Trans>Nine in ten places are taken. You can still admit students.</Trans>
          )}
        </Notice>
      )}
      {summary?.campus_room && <CampusNotice {...summary.campus_room} />}
      {summary?.ending_licences?.map(({ name, ends_on: endsOn, days_left: daysLeft }) => (
        <Notice
          key={name}
          title={
            daysLeft === 0 ? t`${name} ends today` : plural(daysLeft, { one: `${name} has # day left`, other: `${name} has # days left` })
          }
        >
          <Trans>Its last day is {formatDate(endsOn)}. After it everything in it can be read, and nothing changed.</Trans>
        </Notice>
      ))}
    </>
  );
}

/** A plan of one campus is always full, which is no news. */
function CampusNotice({ plan, campuses, max_campuses: limit }: NonNullable<DashboardSummary['campus_room']>) {
  if (limit === 1 || planUse(campuses, limit).level !== 'full') return null;
  return (
    <Notice
      title={plural(limit, { one: `${campuses} of # campus in the plan ${plan}`, other: `${campuses} of # campuses in the plan ${plan}` })}
    >
      <Trans>Upgrade it before you add another campus. Everything else goes on as before.</Trans>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Alert.Root status="info" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          {children}{' '}
          <AppLink to="/dashboard/school/plan" color="accent.fg" textDecoration="underline">
            <Trans>See plan and licences</Trans>
          </AppLink>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
