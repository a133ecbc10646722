import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed } from '@masomo/auth';
import { formatNumber } from '@masomo/domain/number';
import { planUse } from '@masomo/domain/planLimits';
import { Alert, AppLink } from '@masomo/design-system';
import type { Room } from './studentNotes.ts';

/** What an import does to the limit of the school's plan; nothing where it has none. */
export function RoomNotice({ room }: { room: Room | null | undefined }) {
  if (!room) return null;
  const use = planUse(room.after, room.max_students);
  const [after, most] = [formatNumber(room.after), formatNumber(room.max_students)];
  return (
    <Alert.Root status={room.is_over ? 'error' : use.level === 'within' ? 'info' : 'warning'}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t`Your school then has ${after} students; the plan ${room.plan} is for ${most}.`}</Alert.Title>
        {use.level === 'full' && (
          <Alert.Description>
            {room.is_over ? (
              <Trans>That is more than the plan allows for a time. Upgrade it first, then import.</Trans>
            ) : (
              <Trans>The plan is full then. You can still import; your next renewal will offer the plan that fits.</Trans>
            )}{' '}
            <Allowed to="school:run" otherwise={<Trans>An administrator can upgrade it.</Trans>}>
              <AppLink to="/dashboard/school/plan" color="accent.fg" textDecoration="underline">
                <Trans>See plan and licences</Trans>
              </AppLink>
            </Allowed>
          </Alert.Description>
        )}
      </Alert.Content>
    </Alert.Root>
  );
}
