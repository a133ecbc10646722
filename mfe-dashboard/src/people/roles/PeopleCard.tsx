import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listPeopleWithRole, schoolRoleKeys, takeRole, type Membership, type SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { formatDate } from '@masomo/domain/time';
import {
  Badge,
  Box,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Heading,
  HStack,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { GiveRoleDialog } from './GiveRoleDialog.tsx';
import { roleName } from './roleTexts.ts';

function daysOf({ startsOn, endsOn }: Membership): string | null {
  if (startsOn && endsOn) return t`From ${formatDate(startsOn)} until ${formatDate(endsOn)}`;
  if (endsOn) return t`Until ${formatDate(endsOn)}`;
  return startsOn ? t`Since ${formatDate(startsOn)}` : null;
}

/** Who has a role, with giving it and taking it away. */
export function PeopleCard({ role }: { role: SchoolRole }) {
  const { data: people, error, reload } = useQuery(schoolRoleKeys.people(role.id), (db) => listPeopleWithRole(db, role.id));
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
        {error && !people && <ErrorState error={error} onRetry={reload} />}
        {!error && !people && <SkeletonText noOfLines={3} gap="3" />}
        {people?.length === 0 && (
          <EmptyState title={t`Nobody has this role yet`}>
            <Trans>Give it to people who have an account at your school.</Trans>
          </EmptyState>
        )}
        <Stack as="ul" listStyleType="none" ps="0" gap="0">
          {people?.map((person) => (
            <HStack
              as="li"
              key={person.id}
              justify="space-between"
              wrap="wrap"
              gap="3"
              py="3"
              borderTopWidth="1px"
              _first={{ borderTopWidth: '0' }}
            >
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
              {person.canTake && (
                <HStack gap="1">
                  <Button size="xs" variant="outline" aria-label={t`Change the days of ${person.name}`} onClick={() => setGiven(person)}>
                    <Trans>Change</Trans>
                  </Button>
                  <Button size="xs" variant="ghost" aria-label={t`Take the role from ${person.name}`} onClick={() => setTaken(person)}>
                    <Trans>Take away</Trans>
                  </Button>
                </HStack>
              )}
            </HStack>
          ))}
        </Stack>
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
