import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { useModule } from '@masomo/remote/useModule';
import { manifest } from '../../module.ts';
import { ReadersNav } from '../shared/ReadersNav.tsx';
import { readersFeature } from '../shared/readersHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(readersFeature);
  return (
    <>
      <PageHeader
        title={t`Reader settings`}
        description={t`When an arrival counts as late, what holds for boarders, and when families are notified.`}
      />
      <ReadersNav current="/settings" />
      <AddonSettings feature="addon:biometrics" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
