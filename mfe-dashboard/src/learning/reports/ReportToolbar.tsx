import { t } from '@lingui/core/macro';
import { useIsAllowed } from '@masomo/auth';
import { ScreenNav, Toolbar } from '@masomo/design-system/admin';
import { FilterSelect, FilterDate } from '@masomo/design-system/forms';
import type { ReportFilters } from './useReportFilters.ts';
import { today } from '@masomo/remote/schoolDay';

const reportLinks = [
  { to: '/dashboard/reports', label: t`Attendance`, permission: 'report:read' },
  { to: '/dashboard/reports/results', label: t`Results`, permission: 'report:read' },
  { to: '/dashboard/reports/fees', label: t`Fees`, permission: 'finance:read' },
] as const;

type ReportToolbarProps = { current: (typeof reportLinks)[number]['to']; filters: ReportFilters; hasDateRange?: boolean };

/** Links between the reports keep the chosen filters. */
export function ReportToolbar({ current, filters, hasDateRange = false }: ReportToolbarProps) {
  const { terms = [], classes, term, period, address } = filters;
  const isAllowed = { 'report:read': useIsAllowed('report:read'), 'finance:read': useIsAllowed('finance:read') };
  const links = reportLinks.filter(({ permission }) => isAllowed[permission]);
  return (
    <>
      <ScreenNav label={t`Reports`} links={links} current={current} toAddress={(to) => (address ? `${to}?${address}` : to)} />
      <Toolbar>
        <FilterSelect
          label={t`Term`}
          isRequired
          options={terms.map(({ id, name }) => ({ value: id, label: name }))}
          value={term?.id ?? ''}
          onValueChange={filters.chooseTerm}
        />
        <FilterSelect
          label={t`Class`}
          options={[{ value: '', label: t`All classes` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
          value={period.classId}
          onValueChange={filters.chooseClass}
        />
        {hasDateRange && (
          <FilterDate
            label={t`From`}
            max={period.to}
            value={period.from}
            onValueChange={(chosen) => chosen && filters.chooseDays({ from: chosen })}
          />
        )}
        {hasDateRange && (
          <FilterDate
            label={t`To`}
            min={period.from}
            max={today()}
            value={period.to}
            onValueChange={(chosen) => chosen && filters.chooseDays({ to: chosen })}
          />
        )}
      </Toolbar>
    </>
  );
}
