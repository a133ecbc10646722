import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { useModule } from '@masomo/remote/useModule';
import { manifest } from '../../module.ts';
import { CourseNav } from '../shared/CourseNav.tsx';
import { courseFeature } from '../shared/courseHome.ts';

export function SettingsPage() {
  const { isReadOnly } = useModule(courseFeature);
  return (
    <>
      <PageHeader title={t`Online course settings`} description={t`How students get into online courses.`} />
      <CourseNav current="/settings" />
      <AddonSettings feature={courseFeature} settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
    </>
  );
}
