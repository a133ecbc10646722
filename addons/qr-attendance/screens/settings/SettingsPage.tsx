import { t } from '@lingui/core/macro';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { PageHeader } from '@masomo/design-system/admin';
import { useModule } from '@masomo/remote/useModule';
import { GateNav } from '../shared/GateNav.tsx';
import { gateFeature } from '../shared/gateHome.ts';
import { manifest } from '../../module.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(gateFeature);
  return (
    <>
      <PageHeader title={t`QR attendance settings`} description={t`When an arrival counts as late, and when families are notified.`} />
      <GateNav current="/settings" />
      <AddonSettings feature="addon:qr-attendance" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
