import { t } from '@lingui/core/macro';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { PageHeader } from '@masomo/design-system/admin';
import { useModule } from '@masomo/remote/useModule';
import { manifest } from '../../module.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveFeature } from '../shared/liveHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(liveFeature);
  return (
    <>
      <PageHeader title={t`Live class settings`} description={t`What counts as present, late and absent, and who sees recordings.`} />
      <LiveNav current="/settings" />
      <AddonSettings feature={liveFeature} settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
