import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { quickFeesFeature } from './quickFeesHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function QuickFeesNav({ current }: { current: '' | '/receipts' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  const links = [
    { to: '', label: t`Take fees` },
    { to: '/receipts', label: t`Receipts and totals` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={quickFeesFeature}
      label={t`Quick Fees`}
      links={links}
      current={current}
      expired={<Trans>The licence for this add-on has expired. You can still read receipts, but take no fees here.</Trans>}
    />
  );
}
