import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { cbseFeature } from './cbseHome.ts';

/** Navigation of the staff's screens, and what an expired licence means. */
export function CbseNav({ current }: { current: '' | '/marks' | '/areas' | '/results' | '/settings' }) {
  const canSet = useIsAllowed('cbse:set-up');
  const links = [
    { to: '', label: t`Classes` },
    { to: '/marks', label: t`Marks` },
    { to: '/areas', label: t`Co-scholastic` },
    { to: '/results', label: t`Results` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={cbseFeature}
      label={t`CBSE Examination`}
      links={links}
      current={current}
      expired={<Trans>The licence for this add-on has expired. You can still read and print everything, but enter no marks.</Trans>}
    />
  );
}
