import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { listSchoolSignIns, twoFactorKeys, type SchoolSignIn } from '../../data/twoFactor.ts';
import { roleLabels, schoolRoles } from '@masomo/domain/roles';
import { addDays, formatDateTimeWithSeconds } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { Badge, Box, Text } from '@masomo/design-system';
import { FilterSelect, FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { deviceLabel } from '@masomo/remote/deviceLabel';
import { ListScreen } from '@masomo/remote/ListScreen';
import { TwoFactorNav } from '../shared/TwoFactorNav.tsx';
import { today } from '@masomo/remote/schoolDay';

const usualDays = 30;
const keptDays = 366;

const columns: DataTableColumn<SchoolSignIn>[] = [
  { id: 'signed_in_at', header: t`Signed in`, noWrap: true, cell: ({ signedInAt }) => formatDateTimeWithSeconds(signedInAt) },
  {
    id: 'name',
    header: t`Name`,
    cell: ({ name, email, role }) => (
      <Box>
        <Text fontWeight="600">{name || email}</Text>
        <Text fontSize="sm" color="fg.muted">
          {translate(roleLabels[role])}
        </Text>
      </Box>
    ),
  },
  {
    id: 'step',
    header: t`Second step`,
    cell: ({ hasSecondStep }) => (hasSecondStep ? <Badge colorPalette="green">{t`With a code`}</Badge> : <Badge>{t`Password only`}</Badge>),
  },
  {
    id: 'device',
    header: t`Device`,
    cell: ({ device, address }) => (
      <Box>
        <Text>{deviceLabel(device)}</Text>
        <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {address}
        </Text>
      </Box>
    ),
  },
  {
    id: 'ended_at',
    header: t`Ended`,
    noWrap: true,
    cell: ({ endedAt }) => (endedAt ? formatDateTimeWithSeconds(endedAt) : t`Still active`),
  },
];

/** Every sign-in at the school of the last twelve months. */
export function LogPage() {
  const now = today();
  const [from, setFrom] = useState(addDays(now, -usualDays));
  const [to, setTo] = useState(now);
  const [role, setRole] = useState<SchoolSignIn['role'] | ''>('');
  const [step, setStep] = useState('');
  const filters = { from, to, role, hasCode: step === '' ? null : step === 'code' };
  return (
    <ListScreen
      title={t`Sign-in log`}
      description={t`Every sign-in at your school: the person, time, device and whether a code was used. Kept for twelve months.`}
      search={t`Search people, devices, addresses`}
      searchHint={t`Search sign-ins`}
      columns={columns}
      sort={{ column: 'signed_in_at', descending: true }}
      keyOf={(filter) => twoFactorKeys.log({ ...filter, ...filters })}
      query={(db, filter) => listSchoolSignIns(db, { ...filter, ...filters })}
      filterKey={role + step + from + to}
      isFiltered={Boolean(role || step)}
      rowLabel={({ name }) => name}
      empty={{ title: t`No sign-ins in this period`, text: t`Choose a longer period.` }}
      export={{
        name: [t`Sign-in log`, from, to].join(' '),
        columns: [
          { title: t`Signed in`, value: (row) => row.signedInAt, as: 'time' },
          { title: t`Name`, value: (row) => row.name },
          { title: t`Email`, value: (row) => row.email },
          { title: t`Role`, value: (row) => translate(roleLabels[row.role]) },
          { title: t`With a code`, value: (row) => (row.hasSecondStep ? t`Yes` : t`No`) },
          { title: t`Device`, value: (row) => deviceLabel(row.device) },
          { title: t`Address`, value: (row) => row.address },
          { title: t`Ended`, value: (row) => row.endedAt, as: 'time' },
        ],
      }}
      intro={<TwoFactorNav current="/log" />}
      filters={
        <>
          <FilterSelect
            label={t`Role`}
            options={[{ value: '', label: t`All roles` }, ...schoolRoles.map((value) => ({ value, label: translate(roleLabels[value]) }))]}
            value={role}
            onValueChange={(chosen) => setRole(schoolRoles.find((known) => known === chosen) ?? '')}
          />
          <FilterSelect
            label={t`Second step`}
            options={[
              { value: '', label: t`With and without` },
              { value: 'code', label: t`With a code` },
              { value: 'password', label: t`Password only` },
            ]}
            value={step}
            onValueChange={setStep}
          />
          <FilterDate
            label={t`From`}
            min={addDays(now, -keptDays)}
            max={to}
            value={from}
            onValueChange={(chosen) => setFrom(chosen || from)}
          />
          <FilterDate label={t`To`} min={from} max={now} value={to} onValueChange={(chosen) => setTo(chosen || now)} />
        </>
      }
    />
  );
}
