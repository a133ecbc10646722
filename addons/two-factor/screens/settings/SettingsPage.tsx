import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { manifest } from '../../module.ts';
import { TwoFactorNav } from '../shared/TwoFactorNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { twoFactorFeature } from '../shared/twoFactorHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(twoFactorFeature);
  return (
    <>
      <PageHeader title={t`Two-factor settings`} description={t`Choose how often people are asked for a code.`} />
      <TwoFactorNav current="/settings" />
      <AddonSettings feature="addon:two-factor" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
