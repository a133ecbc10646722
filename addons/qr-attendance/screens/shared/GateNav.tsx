import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { prepareCodeReader } from '@masomo/remote/codeReader';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { gateFeature } from './gateHome.ts';

type GateNavProps = { current: '' | '/scan' | '/cards' | '/late' | '/missing' | '/settings' };

/** Navigation of the add-on's screens, and what an expired licence means. */
export function GateNav({ current }: GateNavProps) {
  const canIssue = useIsAllowed('student:write');
  const canSet = useIsAllowed('school:run');
  // The line may go before somebody opens the scanner.
  useEffect(() => void prepareCodeReader(), []);
  const links = [
    { to: '', label: t`Today` },
    { to: '/scan', label: t`Scan` },
    ...(canIssue ? [{ to: '/cards', label: t`Cards` }] : []),
    { to: '/late', label: t`Late arrivals` },
    { to: '/missing', label: t`Not seen` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={gateFeature}
      label={t`QR attendance`}
      links={links}
      current={current}
      expired={<Trans>The licence for this add-on has expired. You can still read everything, but not scan.</Trans>}
    />
  );
}
