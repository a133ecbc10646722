import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { manifest } from '../../module.ts';
import { QuickFeesNav } from '../shared/QuickFeesNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { quickFeesFeature } from '../shared/quickFeesHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(quickFeesFeature);
  return (
    <>
      <PageHeader title={t`Quick Fees settings`} description={t`Choose who can take fees at the window.`} />
      <QuickFeesNav current="/settings" />
      <AddonSettings feature="addon:quick-fees" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
