import { t } from '@lingui/core/macro';
import { Allowed } from '@masomo/auth';
import { Box, ButtonLink, HStack } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SelectField, TextField } from '@masomo/design-system/forms';
import type { ReportFilters } from './useReportFilters.ts';
import { today } from '../../shared/schoolDay.ts';

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
        <Box w={{ base: 'full', sm: '44' }}>
          <SelectField
            label={t`Term`}
            options={terms.map(({ id, name }) => ({ value: id, label: name }))}
            value={term?.id ?? ''}
            onChange={(event) => filters.chooseTerm(event.currentTarget.value)}
          />
        </Box>
        <Box w={{ base: 'full', sm: '44' }}>
          <SelectField
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
            value={period.classId}
            onChange={(event) => filters.chooseClass(event.currentTarget.value)}
          />
        </Box>
        {hasDateRange && (
          <Box w="40">
            <TextField
              label={t`From`}
              type="date"
              max={period.to}
              value={period.from}
              onChange={(event) => event.currentTarget.value && filters.chooseDays({ from: event.currentTarget.value })}
            />
          </Box>
        )}
        {hasDateRange && (
          <Box w="40">
            <TextField
              label={t`To`}
              type="date"
              min={period.from}
              max={today()}
              value={period.to}
              onChange={(event) => event.currentTarget.value && filters.chooseDays({ to: event.currentTarget.value })}
            />
          </Box>
        )}
      </Toolbar>
    </>
  );
}
