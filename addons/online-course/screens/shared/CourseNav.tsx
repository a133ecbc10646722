import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { courseFeature } from './courseHome.ts';

/** Navigation of the staff's screens, and what an expired licence means. */
export function CourseNav({ current }: { current: '' | '/settings' }) {
  const canSet = useIsAllowed('school:run');
  return (
    <ModuleNav
      feature={courseFeature}
      label={t`Online courses`}
      links={[{ to: '', label: t`Courses` }, ...(canSet ? [{ to: '/settings', label: t`Settings` }] : [])]}
      current={current}
      expired={<Trans>The licence for this add-on has expired. You can still read everything, but change nothing.</Trans>}
    />
  );
}
