import { t } from '@lingui/core/macro';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { GateHeader, useIsReadOnly } from '../shared/GateNav.tsx';
import { manifest } from '../../module.ts';

export function SettingsPage() {
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <GateHeader
        current="/settings"
        title={t`Settings`}
        description={t`When an arrival counts as late, and when families are notified.`}
      />
      <AddonSettings feature="addon:qr-attendance" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
