import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listStaff, peopleKeys, type StaffMember } from '@masomo/data/people/people';
import { setStaffActive } from '@masomo/data/campus/schoolSetup';
import { getSchool, schoolKeys } from '@masomo/data/platform/schools';
import { surnameFirst } from '@masomo/domain/personName';
import { Badge, Box, Button, ButtonLink, Card, Heading, HStack, SegmentedToggle, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ActionMenu, type DataTableColumn } from '@masomo/design-system/tables';
import { InviteDialog } from '../../shared/accounts/InviteDialog.tsx';
import { ListScreen } from '@masomo/remote/ListScreen';
import { MembersTable } from '../../shared/accounts/MembersTable.tsx';
import { OpenInvitations } from '../../shared/accounts/OpenInvitations.tsx';
import { StaffDialog } from './StaffDialog.tsx';

const columns: DataTableColumn<StaffMember>[] = [
  {
    id: 'last_name',
    header: t`Name`,
    sortable: true,
    cell: (person) => (
      <Box>
        <Text fontWeight="600">{surnameFirst(person.firstName, person.lastName)}</Text>
        <Text fontSize="sm" color="fg.muted">
          {person.email}
        </Text>
      </Box>
    ),
  },
  { id: 'staff_number', header: t`Staff no.`, sortable: true, noWrap: true, cell: (person) => person.staffNumber },
  { id: 'job_title', header: t`Job title`, sortable: true, cell: (person) => person.jobTitle },
  { id: 'department', header: t`Department`, sortable: true, cell: (person) => person.department || t`None` },
  { id: 'phone', header: t`Phone`, noWrap: true, cell: (person) => person.phone || t`None` },
  {
    id: 'status',
    header: t`Status`,
    cell: (person) => (
      <HStack gap="1" wrap="wrap">
        <Badge colorPalette={person.isActive ? 'green' : 'gray'}>
          {person.isActive ? t({ message: 'Active', context: 'person' }) : t`Left`}
        </Badge>
        {!person.hasAccount && person.isActive && (
          <Badge colorPalette="yellow">
            <Trans>No account</Trans>
          </Badge>
        )}
      </HStack>
    ),
  },
];
const employmentOptions = [
  { value: 'present', label: t({ message: 'Current', context: 'staff' }) },
  { value: 'left', label: t({ message: 'Left', context: 'staff' }) },
] as const;
type InvitedPerson = { firstName?: string; lastName?: string; email?: string; role: 'teacher' | 'staff' };

export function StaffPage() {
  const { user } = useSession();
  const id = user?.schoolId ?? null;
  const { data: school } = useQuery(id ? schoolKeys.one(id) : null, (db) => getSchool(db, id ?? ''));
  const [invited, setInvited] = useState<InvitedPerson>();
  const [edited, setEdited] = useState<StaffMember | 'new'>();
  const [employment, setEmployment] = useState<'present' | 'left'>('present');
  const isActive = employment === 'present';
  const [toDeactivate, setToDeactivate] = useState<StaffMember>();
  const activate = useCommand(setStaffActive, {
    invalidates: ['staff', 'users', 'overview'],
    onSuccess: () => setToDeactivate(undefined),
    onError: (error) => {
      setToDeactivate(undefined);
      toaster.error(failureMessage(error, t`The record was not changed`));
    },
  });
  const actions: DataTableColumn<StaffMember> = {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (person) => (
      <ActionMenu
        label={t`Actions for ${person.name}`}
        actions={[
          !person.hasAccount &&
            person.isActive && {
              label: t`Invite`,
              name: t`Invite ${person.name}`,
              isDisabled: !school,
              onSelect: () =>
                setInvited({
                  firstName: person.firstName,
                  lastName: person.lastName,
                  email: person.email,
                  role: /teach/i.test(person.jobTitle) ? 'teacher' : 'staff',
                }),
            },
          { label: t`Edit`, name: t`Edit ${person.name}`, onSelect: () => setEdited(person) },
          person.isActive
            ? { label: t`Mark as left`, name: t`Mark as left: ${person.name}`, tone: 'danger', onSelect: () => setToDeactivate(person) }
            : {
                label: t`Mark as returned`,
                name: t`Mark as returned: ${person.name}`,
                isDisabled: activate.isRunning,
                onSelect: () => void activate.run({ id: person.id, isActive: true }),
              },
        ]}
      />
    ),
  };
  return (
    <ListScreen
      title={t`Staff`}
      description={t`Teachers and staff at your school.`}
      search={t`Search staff`}
      columns={[...columns, actions]}
      sort={{ column: 'last_name', descending: false }}
      rowLabel={(person) => person.name}
      onOpen={setEdited}
      export={{
        name: t`Staff`,
        columns: [
          { title: t`Staff no.`, value: (row) => row.staffNumber },
          { title: t`Name`, value: (row) => row.name },
          { title: t`Job title`, value: (row) => row.jobTitle },
          { title: t`Department`, value: (row) => row.department },
          { title: t`Email`, value: (row) => row.email },
          { title: t`Phone`, value: (row) => row.phone },
          { title: t`Employed on`, value: (row) => row.employedOn, as: 'day' },
          { title: t`Active`, value: (row) => row.isActive },
        ],
      }}
      keyOf={(filter) => peopleKeys.staff({ ...filter, isActive })}
      query={(db, filter) => listStaff(db, { ...filter, isActive })}
      filterKey={employment}
      isFiltered={false}
      filters={<SegmentedToggle label={t`Show`} options={employmentOptions} value={employment} onChange={setEmployment} />}
      empty={
        isActive
          ? { title: t`No staff yet`, text: t`Add the first staff member, or invite someone by email.` }
          : { title: t`No former staff`, text: t`Staff marked as left appear here.` }
      }
      actions={
        <>
          <Allowed to="role:manage">
            <ButtonLink size="sm" variant="outline" to="/dashboard/roles">
              <Trans>Roles</Trans>
            </ButtonLink>
          </Allowed>
          <Allowed to="staff:write">
            <ButtonLink size="sm" variant="outline" to="/dashboard/staff/import">
              <Trans>Import</Trans>
            </ButtonLink>
          </Allowed>
          <Button size="sm" variant="outline" disabled={!school} onClick={() => setInvited({ role: 'teacher' })}>
            <Trans>Invite a person</Trans>
          </Button>
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>Add staff member</Trans>
          </Button>
        </>
      }
    >
      {school && (
        <Card.Root as="section" aria-labelledby="accounts" mt="8">
          <Card.Header>
            <Heading as="h2" size="md" id="accounts">
              <Trans>Accounts</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <MembersTable school={school} />
          </Card.Body>
        </Card.Root>
      )}
      {school && (
        <Card.Root as="section" aria-labelledby="invitations" mt="4">
          <Card.Header>
            <Heading as="h2" size="md" id="invitations">
              <Trans>Invitations</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <OpenInvitations schoolId={school.id} />
          </Card.Body>
        </Card.Root>
      )}
      {invited && school && <InviteDialog school={school} person={invited} onClose={() => setInvited(undefined)} />}
      {edited && <StaffDialog {...(edited === 'new' ? {} : { person: edited })} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toDeactivate !== undefined}
        title={t`Mark ${toDeactivate?.name ?? ''} as left?`}
        body={t`The record is kept, but the person can no longer sign in.`}
        confirmLabel={t`Mark as left`}
        tone="danger"
        isBusy={activate.isRunning}
        onConfirm={() => toDeactivate && void activate.run({ id: toDeactivate.id, isActive: false })}
        onClose={() => setToDeactivate(undefined)}
      />
    </ListScreen>
  );
}
