import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { twoFactorFeature } from './twoFactorHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function TwoFactorNav({ current }: { current: '' | '/people' | '/log' | '/settings' }) {
  const links = [
    { to: '', label: t`Rules` },
    { to: '/people', label: t`People` },
    { to: '/log', label: t`Sign-in log` },
    { to: '/settings', label: t`Settings` },
  ];
  return (
    <ModuleNav
      feature={twoFactorFeature}
      label={t`Two-Factor Authentication`}
      links={links}
      current={current}
      expired={
        <Trans>The licence for this add-on has expired. The rules still apply and you can read everything, but change nothing.</Trans>
      }
    />
  );
}
