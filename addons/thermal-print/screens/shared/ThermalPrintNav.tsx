import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@masomo/design-system';
import { ScreenNav } from '@masomo/design-system/admin';
import { thermalPrintHome, useIsReadOnly } from './thermalPrintHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function ThermalPrintNav({ current }: { current: '' | '/prints' }) {
  const isReadOnly = useIsReadOnly();
  const links = [
    { to: '', label: t`Paper` },
    { to: '/prints', label: t`Prints` },
  ];
  return (
    <>
      <ScreenNav label={t`Thermal Print`} links={links} current={current} toAddress={(to) => thermalPrintHome + to} />
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          <Trans>
            The licence for this add-on has expired. To print on receipt paper again, ask an administrator to renew it in the store.
          </Trans>
        </Text>
      )}
    </>
  );
}
