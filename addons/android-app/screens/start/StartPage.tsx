import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { leaveForSchool, useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { switchSchool } from '@masomo/data/accounts/identity';
import { ButtonLink, EmptyState, PendingScreen } from '@masomo/design-system';
import { Navigate } from '@masomo/navigation';
import { getOwnApp, getServedApp, ownManifestPath, schoolAppKeys, type Start } from '../../data/schoolApp.ts';

const pages: Readonly<Record<Start, string>> = {
  home: '/dashboard',
  notifications: '/dashboard/notifications',
  documents: '/dashboard/documents',
  classes: '/dashboard/classes',
  schedule: '/dashboard/schedule',
  grades: '/dashboard/grades',
  attendance: '/dashboard/attendance',
  students: '/dashboard/students',
};

/** With which the installed app opens: it leads to the page that the school chose for the person's role. */
export function StartPage() {
  const { user } = useSession();
  const { data: app, error } = useQuery(schoolAppKeys.own(), getOwnApp);
  const { data: served, error: unread } = useQuery(['school-app', 'here'], () => getServedApp(ownManifestPath));
  if (error ?? unread) return <Navigate to="/dashboard" replace />;
  if (!app || served === undefined) return <PendingScreen />;
  const { schoolId } = served ?? {};
  return schoolId && user && user.schoolId !== schoolId ? <OtherSchool schoolId={schoolId} /> : <Navigate to={pages[app.start]} replace />;
}

/** Who is signed in at another school goes on at that of the app, if they are at it as well. */
function OtherSchool({ schoolId }: { schoolId: string }) {
  const { run, error } = useCommand(switchSchool, { onSuccess: () => leaveForSchool(schoolId) });
  useEffect(() => {
    void run(schoolId);
  }, [run, schoolId]);
  if (!error) return <PendingScreen />;
  return (
    <EmptyState
      title={t`This is the app of another school`}
      action={
        <ButtonLink to="/dashboard" variant="outline">
          <Trans>Go on</Trans>
        </ButtonLink>
      }
    >
      <Trans>Your account is not at the school whose app this is. Sign out to use it with another account.</Trans>
    </EmptyState>
  );
}
