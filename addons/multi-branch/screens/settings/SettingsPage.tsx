import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { useModule } from '@masomo/remote/useModule';
import { manifest } from '../../module.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { branchFeature } from '../shared/branchHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(branchFeature);
  return (
    <>
      <PageHeader title={t`Branch settings`} description={t`What the main school chooses here holds for all branches.`} />
      <BranchNav current="/settings" />
      <AddonSettings feature="addon:multi-branch" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
