import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@masomo/design-system';
import { ScreenNav } from '@masomo/design-system/admin';
import { twoFactorHome, useIsReadOnly } from './twoFactorHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function TwoFactorNav({ current }: { current: '' | '/people' | '/log' | '/settings' }) {
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Rules` },
    { to: '/people', label: t`People` },
    { to: '/log', label: t`Sign-in log` },
    { to: '/settings', label: t`Settings` },
  ];
  return (
    <>
      <ScreenNav label={t`Two-Factor Authentication`} links={links} current={current} toAddress={(to) => twoFactorHome + to} />
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          <Trans>
            The licence for this add-on has expired. The rules still apply and you can read everything; to make changes, ask an
            administrator to renew it in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
