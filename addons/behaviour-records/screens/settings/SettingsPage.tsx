import { t } from '@lingui/core/macro';
import { Heading, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { CategoriesTable } from './CategoriesTable.tsx';
import { manifest } from '../../module.ts';
import { BehaviourNav } from '../shared/BehaviourNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { behaviourFeature } from '../shared/behaviourHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(behaviourFeature);
  return (
    <>
      <PageHeader
        title={t`Behaviour settings`}
        description={t`The merits and incidents your school records, their points, and who is notified.`}
      />
      <BehaviourNav current="/settings" />
      <Stack gap="8">
        <CategoriesTable isReadOnly={isReadOnly} />
        <Stack as="section" aria-labelledby="telling" gap="4">
          <Heading as="h2" size="md" id="telling">
            {t`Notifications`}
          </Heading>
          <AddonSettings feature="addon:behaviour-records" settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
        </Stack>
      </Stack>
    </>
  );
}
