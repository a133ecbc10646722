import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { behaviourFeature } from './behaviourHome.ts';

/** Navigation of the staff's screens, and what an expired licence means. */
export function BehaviourNav({ current }: { current: '' | '/follow-ups' | '/report' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  const links = [
    { to: '', label: t`Records` },
    { to: '/follow-ups', label: t`Follow-ups` },
    { to: '/report', label: t`Report` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={behaviourFeature}
      label={t`Behaviour`}
      links={links}
      current={current}
      expired={<Trans>The licence for this add-on has expired. You can still read everything, but record nothing.</Trans>}
    />
  );
}
