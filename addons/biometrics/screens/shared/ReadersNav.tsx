import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { readersFeature } from './readersHome.ts';

type ReadersNavProps = { current: '' | '/numbers' | '/waiting' | '/compound' | '/settings' };

/** Navigation of the add-on's screens, and what an expired licence means. */
export function ReadersNav({ current }: ReadersNavProps) {
  const canSet = useIsAllowed('school:run');
  const links = [
    { to: '', label: t`Readers` },
    { to: '/numbers', label: t`Numbers` },
    { to: '/waiting', label: t`Waiting` },
    { to: '/compound', label: t`On the compound` },
    ...(canSet ? [{ to: '/settings', label: t`Settings` }] : []),
  ];
  return (
    <ModuleNav
      feature={readersFeature}
      label={t`Readers`}
      links={links}
      current={current}
      expired={
        <Trans>
          The licence for this add-on has expired. You can still read everything. Readers keep what they read and send it once the licence
          is renewed.
        </Trans>
      }
    />
  );
}
