import { t } from '@lingui/core/macro';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { GateHeader, useIsReadOnly } from '../shared/GateNav.tsx';
import { manifest } from '../manifest.ts';

export function SettingsPage() {
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <GateHeader current="/settings" title={t`Settings`} description={t`When an arrival is late, and what families are told.`} />
      <AddonSettings feature="addon:qr-attendance" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
