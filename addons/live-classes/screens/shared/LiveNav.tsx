import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { liveFeature } from './liveHome.ts';

/** Navigation of the staff's screens, and what an expired licence means. */
export function LiveNav({ current }: { current: '' | '/held' | '/lessons' | '/accounts' | '/settings' }) {
  const canSet = useIsAllowed('live-classes:set-up');
  const links = [
    { to: '', label: t`Coming` },
    { to: '/held', label: t`Held` },
    ...(canSet ? [{ to: '/lessons', label: t`Lessons` }] : []),
    { to: '/accounts', label: t`Accounts` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={liveFeature}
      label={t`Live classes`}
      links={links}
      current={current}
      expired={
        <Trans>
          The licence for this add-on has expired. You can still see who came and what was recorded, but no more meetings are made.
        </Trans>
      }
    />
  );
}
