import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { branchFeature } from './branchHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function BranchNav({ current }: { current: '' | '/report' | '/desk' | '/between' | '/moves' | '/settings' }) {
  const canDirect = useIsAllowed('branch:direct');
  const takesFees = useIsAllowed('fee-payment:record');
  const seesFees = useIsAllowed('fee-account:read-all');
  const seesStudents = useIsAllowed('student:read-all');
  const runs = useIsAllowed('school:run');
  const links = [
    { to: '', label: t`Branches` },
    ...(canDirect ? [{ to: '/report', label: t`Report` }] : []),
    ...(takesFees ? [{ to: '/desk', label: t`Family fees` }] : []),
    ...(seesFees ? [{ to: '/between', label: t`Between branches` }] : []),
    ...(seesStudents ? [{ to: '/moves', label: t`Moves` }] : []),
    ...(runs ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={branchFeature}
      label={t`Multi Branch`}
      links={links}
      current={current}
      expired={
        <Trans>
          The licence for this add-on has expired. Each branch still reads its own books, but takes no fees for others and opens no
          branches.
        </Trans>
      }
    />
  );
}
