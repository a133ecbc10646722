import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { Alert, AppLink } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';
import { useOutboxFlush, useOutboxItems } from '@masomo/remote/offline/useOutbox';
import { markOutbox } from './markOutbox.ts';

/** Mounted on every screen: flushes marks left on this device and warns while some remain. */
export function OutboxNotice() {
  const { user } = useSession();
  return user ? <Notice owner={user.id} /> : null;
}

function Notice({ owner }: { owner: string }) {
  const { pathname } = useLocation();
  const { items, waiting, isOnline, isCutOff } = useOutboxItems(markOutbox, owner);
  const conflicts = items.filter(({ conflict }) => conflict);
  useOutboxFlush(markOutbox, owner, waiting.length, isOnline);
  const isVisible = pathname !== '/dashboard/attendance' && (conflicts.length > 0 || (waiting.length > 0 && isCutOff));
  if (!isVisible) return null;
  return (
    <Alert.Root status="warning" mb="6">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Description>
          {conflicts.length > 0
            ? t`${plural(conflicts.length, { one: '# attendance mark needs', other: '# attendance marks need' })} your decision.`
            : t`${plural(waiting.length, { one: '# attendance mark', other: '# attendance marks' })} not sent yet.`}{' '}
          <AppLink to="/dashboard/attendance">
            <Trans>Open attendance</Trans>
          </AppLink>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
