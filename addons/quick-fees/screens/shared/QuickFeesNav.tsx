import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { Text } from '@masomo/design-system';
import { ScreenNav } from '@masomo/design-system/admin';
import { quickFeesHome, useIsReadOnly } from './quickFeesHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function QuickFeesNav({ current }: { current: '' | '/receipts' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Take fees` },
    { to: '/receipts', label: t`Receipts and totals` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <>
      <ScreenNav label={t`Quick Fees`} links={links} current={current} toAddress={(to) => quickFeesHome + to} />
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          <Trans>
            The licence for this add-on has expired. You can still read receipts; to take fees here again, ask an administrator to renew it
            in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
