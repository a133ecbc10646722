import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { listTwoFactorPeople, remindTwoFactor, twoFactorKeys, type TwoFactorPerson } from '../../data/twoFactor.ts';
import { formatNumber } from '@masomo/domain/number';
import { isAssignable, roleLabels, schoolRoles } from '@masomo/domain/roles';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, SegmentedToggle, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useSearchParams } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { TwoFactorNav } from '../shared/TwoFactorNav.tsx';
import { today } from '@masomo/remote/schoolDay';
import { useModule } from '@masomo/remote/useModule';
import { twoFactorFeature } from '../shared/twoFactorHome.ts';
import { ResetDialog } from './ResetDialog.tsx';

function State({ person: { enrolledAt, dueOn } }: { person: TwoFactorPerson }) {
  if (enrolledAt) return <Badge colorPalette="green">{t`Since ${formatDate(enrolledAt)}`}</Badge>;
  if (!dueOn) return <Badge>{t`Not required`}</Badge>;
  if (dueOn <= today()) return <Badge colorPalette="red">{t`Kept out until set up`}</Badge>;
  return <Badge colorPalette="orange">{t`Until ${formatDate(dueOn)}`}</Badge>;
}

/** Who has set up an authenticator app and who has not; reminders, and help for a lost phone. */
export function PeoplePage() {
  const { isReadOnly } = useModule(twoFactorFeature);
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const [role, setRole] = useState<TwoFactorPerson['role'] | ''>(() => schoolRoles.find((known) => known === parameters.get('role')) ?? '');
  const [state, setState] = useState('missing');
  const [lost, setLost] = useState<TwoFactorPerson>();
  const remind = useCommand(remindTwoFactor, {
    invalidates: ['two-factor'],
    onSuccess: (count) =>
      toaster.success({
        title:
          count > 0
            ? t`${plural(count, { one: '# person reminded', other: '# people reminded' })}`
            : t`Everyone was already reminded today`,
      }),
    onError: (error) => toaster.error(failureMessage(error, t`No one was reminded`)),
  });
  const filters = { role, isEnrolled: state === 'all' ? null : state === 'enrolled' };
  const columns: DataTableColumn<TwoFactorPerson>[] = [
    {
      id: 'name',
      header: t`Name`,
      cell: ({ name, email }) => (
        <Box>
          <Text fontWeight="600">{name || email}</Text>
          {name && (
            <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
              {email}
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'role', header: t`Role`, cell: (person) => translate(roleLabels[person.role]) },
    { id: 'state', header: t`Authenticator app`, cell: (person) => <State person={person} /> },
    { id: 'devices', header: t`Trusted devices`, align: 'end', cell: ({ devices }) => formatNumber(devices) },
    {
      id: 'signed_in_at',
      header: t`Last sign-in`,
      noWrap: true,
      cell: ({ signedInAt }) => (signedInAt ? formatDateTime(signedInAt) : t`Never`),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (person) =>
        !isReadOnly &&
        person.enrolledAt &&
        // Another super admin helps a super admin.
        isAssignable(person.role) &&
        person.id !== user?.id && (
          <Button size="xs" variant="outline" aria-label={t`Reset the app of ${person.name}`} onClick={() => setLost(person)}>
            <Trans>Reset</Trans>
          </Button>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Set-up status`}
      description={t`Everyone at your school who signs in. Remind people who still have to set it up, and help anyone who lost a phone.`}
      search={t`Search people`}
      columns={columns}
      sort={{ column: 'name', descending: false }}
      keyOf={(filter) => twoFactorKeys.people({ ...filter, ...filters })}
      query={(db, filter) => listTwoFactorPeople(db, { ...filter, ...filters })}
      filterKey={role + state}
      isFiltered={Boolean(role)}
      rowLabel={({ name }) => name}
      empty={
        state === 'missing'
          ? { title: t`Everyone has set it up`, text: t`People who join your school without an app appear here.` }
          : { title: t`Nobody has set it up`, text: t`People set up an app in their profile, under Two-step sign-in.` }
      }
      export={{
        name: t`Two-step sign-in`,
        columns: [
          { title: t`Name`, value: (person) => person.name },
          { title: t`Email`, value: (person) => person.email },
          { title: t`Role`, value: (person) => translate(roleLabels[person.role]) },
          { title: t`Set up on`, value: (person) => person.enrolledAt, as: 'time' },
          { title: t`Required from`, value: (person) => person.dueOn, as: 'day' },
          { title: t`Trusted devices`, value: (person) => person.devices },
          { title: t`Last sign-in`, value: (person) => person.signedInAt, as: 'time' },
        ],
      }}
      actions={
        !isReadOnly && (
          <Button size="sm" disabled={remind.isRunning} onClick={() => void remind.run(null)}>
            <Trans>Remind everyone</Trans>
          </Button>
        )
      }
      {...(isReadOnly
        ? {}
        : {
            bulkActions: (ids: string[], clear: () => void) => (
              <Button size="sm" variant="outline" disabled={remind.isRunning} onClick={() => void remind.run(ids).then(clear)}>
                <Trans>Remind</Trans>
              </Button>
            ),
          })}
      intro={<TwoFactorNav current="/people" />}
      filters={
        <>
          <FilterSelect
            label={t`Role`}
            options={[{ value: '', label: t`All roles` }, ...schoolRoles.map((value) => ({ value, label: translate(roleLabels[value]) }))]}
            value={role}
            onValueChange={(chosen) => setRole(schoolRoles.find((known) => known === chosen) ?? '')}
          />
          <SegmentedToggle
            label={t`Show`}
            options={[
              { value: 'missing', label: t`Without an app` },
              { value: 'enrolled', label: t`With an app` },
              { value: 'all', label: t`All` },
            ]}
            value={state}
            onChange={setState}
          />
        </>
      }
    >
      {lost && <ResetDialog person={lost} onClose={() => setLost(undefined)} />}
    </ListScreen>
  );
}
