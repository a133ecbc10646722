import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ModuleNav } from '@masomo/remote/ModuleNav';
import { thermalPrintFeature } from './thermalPrintHome.ts';

/** Navigation of the add-on's screens, and what an expired licence means. */
export function ThermalPrintNav({ current }: { current: '' | '/prints' }) {
  const links = [
    { to: '', label: t`Paper` },
    { to: '/prints', label: t`Prints` },
  ];
  return (
    <ModuleNav
      feature={thermalPrintFeature}
      label={t`Thermal Print`}
      links={links}
      current={current}
      expired={<Trans>The licence for this add-on has expired. Nothing more is printed on receipt paper.</Trans>}
    />
  );
}
