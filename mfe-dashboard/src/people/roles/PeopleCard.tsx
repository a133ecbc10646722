import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { listPeopleWithRole, schoolRoleKeys, takeRole, type Membership, type SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, Card, Heading, HStack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { GiveRoleDialog } from './GiveRoleDialog.tsx';
import { roleName } from './roleTexts.ts';

function daysOf({ startsOn, endsOn }: Membership): string | null {
  if (startsOn && endsOn) return t`From ${formatDate(startsOn)} until ${formatDate(endsOn)}`;
  if (endsOn) return t`Until ${formatDate(endsOn)}`;
  return startsOn ? t`Since ${formatDate(startsOn)}` : null;
}

const columns: DataTableColumn<Membership>[] = [
  {
    id: 'last_name',
    header: t`Name`,
    cell: (person) => (
      <Box minW="0">
        <Text fontWeight="600" overflowWrap="anywhere">
          {person.name}
        </Text>
        <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {[person.email, person.campus, daysOf(person)].filter(Boolean).join(' · ')}
        </Text>
        {!person.isActive && (
          <Badge>
            <Trans>Deactivated</Trans>
          </Badge>
        )}
      </Box>
    ),
  },
];

/** Who has a role, with giving it and taking it away. */
export function PeopleCard({ role }: { role: SchoolRole }) {
  const [given, setGiven] = useState<Membership | 'new'>();
  const [taken, setTaken] = useState<Membership>();
  const take = useCommand(takeRole, {
    invalidates: ['school-roles', 'users', 'audit'],
    onSuccess: () => setTaken(undefined),
    onError: (failure) => {
      setTaken(undefined);
      toaster.error(failureMessage(failure, t`The role was not taken away`));
    },
  });
  const actions: DataTableColumn<Membership> = {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (person) =>
      person.canTake && (
        <HStack justify="flex-end" gap="1">
          <Button size="xs" variant="outline" aria-label={t`Change the days of ${person.name}`} onClick={() => setGiven(person)}>
            <Trans>Change</Trans>
          </Button>
          <Button size="xs" variant="ghost" aria-label={t`Take the role from ${person.name}`} onClick={() => setTaken(person)}>
            <Trans>Take away</Trans>
          </Button>
        </HStack>
      ),
  };
  return (
    <Card.Root as="section" aria-labelledby="people">
      <Card.Header>
        <HStack justify="space-between" align="center" wrap="wrap" gap="3">
          <Heading as="h2" size="md" id="people">
            <Trans>People with this role</Trans>
          </Heading>
          {role.canGive && (
            <Button size="sm" onClick={() => setGiven('new')}>
              <Trans>Give to a person</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        <RecordList
          label={t`People with this role`}
          search={t`Search people`}
          columns={[...columns, actions]}
          sort={{ column: 'last_name', descending: false }}
          pageSize={20}
          keyOf={(filter) => schoolRoleKeys.people(role.id, filter)}
          query={(db, filter) => listPeopleWithRole(db, role.id, filter)}
          rowLabel={(row) => row.name}
          empty={{ title: t`Nobody has this role yet`, text: t`Give it to people who have an account at your school.` }}
          noMatches={{ title: t`No matches`, text: t`Try different or fewer words.` }}
        />
      </Card.Body>
      {given && <GiveRoleDialog role={role} {...(given === 'new' ? {} : { membership: given })} onClose={() => setGiven(undefined)} />}
      <ConfirmDialog
        isOpen={taken !== undefined}
        title={t`Take ${roleName(role)} from ${taken?.name ?? ''}?`}
        body={t`They can no longer do what this role allows, from their next step on. Their other roles stay.`}
        confirmLabel={t`Take away`}
        tone="danger"
        isBusy={take.isRunning}
        onConfirm={() => taken && void take.run(taken.id)}
        onClose={() => setTaken(undefined)}
      />
    </Card.Root>
  );
}
