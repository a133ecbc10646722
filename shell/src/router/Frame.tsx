import { Outlet } from '@masomo/navigation';
import { LocalBuildsNotice } from '../localBuilds/LocalBuildsNotice.tsx';
import { NavigationProgress } from './NavigationProgress.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { useScrollAndFocus } from './useScrollAndFocus.ts';

/** Everything navigation needs around every address, whatever the layout. */
export function Frame() {
  useScrollAndFocus();
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <PageAnnouncer />
      <UnsavedChangesGuard />
      <LocalBuildsNotice />
    </>
  );
}
