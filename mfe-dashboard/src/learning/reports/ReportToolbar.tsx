import { t } from '@lingui/core/macro';
import { Allowed } from '@masomo/auth';
import { ButtonLink, HStack } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
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
  return (
    <>
      <HStack as="nav" aria-label={t`Reports`} gap="2" mb="5" wrap="wrap">
        {reportLinks.map(({ to, label, permission }) => (
          <Allowed key={to} to={permission}>
            <ButtonLink
              to={address ? `${to}?${address}` : to}
              size="sm"
              variant={to === current ? 'subtle' : 'ghost'}
              {...(to === current ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </ButtonLink>
          </Allowed>
        ))}
      </HStack>
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
