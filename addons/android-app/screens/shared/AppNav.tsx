import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { appFeature } from './appHome.ts';

type AppNavProps = { current: '' | '/play-store' | '/settings' };

/** Navigation of the add-on's screens, and what an expired licence means. */
export function AppNav({ current }: AppNavProps) {
  const canSet = useIsAllowed('school:run');
  const links = [
    { to: '', label: t`The app` },
    ...(canSet
      ? ([
          { to: '/play-store', label: t`Play Store` },
          { to: '/settings', label: t`Settings` },
        ] as const)
      : []),
  ] as const;
  return (
    <ModuleNav
      feature={appFeature}
      label={t`App of the school`}
      links={links}
      current={current}
      expired={
        <Trans>
          The licence for this add-on has expired. The app cannot be installed any more, and an installed one shows the bar of the browser.
        </Trans>
      }
    />
  );
}
