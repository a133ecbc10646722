import { useSession } from '@masomo/auth';
import { Alert, AppLink } from '@masomo/design-system';
import { useLocation } from '@masomo/navigation';
import { markCount } from '../attendanceLabels.ts';
import { useSending, useUnsent } from './useOutbox.ts';

/** On every screen of whoever marks: sends marks left on this device, and says so while some are. */
export function UnsentNotice() {
  const { user } = useSession();
  return user ? <Notice owner={user.id} /> : null;
}

function Notice({ owner }: { owner: string }) {
  const { pathname } = useLocation();
  const { waiting, problems, isOnline, isCutOff } = useUnsent(owner);
  useSending(owner, waiting.length, isOnline);
  const isTold = pathname !== '/dashboard/attendance' && (problems.length > 0 || (waiting.length > 0 && isCutOff));
  if (!isTold) return null;
  return (
    <Alert.Root status="warning" mb="6">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Description>
          {problems.length > 0
            ? `${markCount(problems.length)} of attendance need a decision.`
            : `${markCount(waiting.length)} of attendance not sent yet.`}{' '}
          <AppLink to="/dashboard/attendance">Open attendance</AppLink>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
