import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { custodyKeys, listCustodyMarks, type CustodyMark } from '@masomo/data/people/custody';
import { getSchool, schoolKeys } from '@masomo/data/platform/schools';
import { removeGuardian, type Guardian, type StudentProfile } from '@masomo/data/people/students';
import { Badge, Box, Button, Card, ErrorState, Flex, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { fullName } from '@masomo/domain/personName';
import { CustodyDialog } from './CustodyDialog.tsx';
import { translate } from '@masomo/i18n';
import { InviteDialog } from '../../shared/accounts/InviteDialog.tsx';
import { ReasonDialog } from '../../shared/ReasonDialog.tsx';
import { GuardianDialog } from './GuardianDialog.tsx';

export function GuardiansCard({ student, canEdit }: { student: StudentProfile; canEdit: boolean }) {
  const [editedGuardian, setEditedGuardian] = useState<Guardian | 'new'>();
  const [toRemove, setToRemove] = useState<Guardian>();
  const removedName = fullName(toRemove?.first_name, toRemove?.last_name);
  const [restricted, setRestricted] = useState<Guardian>();
  const [invited, setInvited] = useState<Guardian>();
  const canRestrict = useIsAllowed('school:run');
  const canInvite = useIsAllowed('account:manage');
  const schoolId = useSession().user?.schoolId;
  const { data: school } = useQuery(canInvite && schoolId ? schoolKeys.one(schoolId) : null, (db) => getSchool(db, schoolId ?? ''));
  const custody = useQuery(canEdit ? custodyKeys.of(student.id) : null, (db) => listCustodyMarks(db, student.id));
  const markOf = (guardian: Guardian) => custody.data?.find(({ guardianId }) => guardianId === guardian.id);
  const remove = useCommand(removeGuardian, {
    invalidates: ['students'],
    onSuccess: () => setToRemove(undefined),
  });
  return (
    <Card.Root as="section" aria-labelledby="guardians">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="guardians">
            <Trans>Guardians</Trans>
          </Heading>
          {canEdit && (
            <Button size="xs" variant="outline" onClick={() => setEditedGuardian('new')}>
              <Trans>Add guardian</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {student.guardians.length === 0 && (
          <Text color="fg.muted">
            <Trans>No guardians yet. Add at least one to receive reminders and calls.</Trans>
          </Text>
        )}
        {custody.error && !custody.data && <ErrorState error={custody.error} onRetry={custody.reload} />}
        <Stack gap="4">
          {student.guardians.map((guardian) => {
            const name = fullName(guardian.first_name, guardian.last_name);
            return (
              <Flex key={guardian.id} justify="space-between" gap="3" wrap="wrap">
                <Box minW="0">
                  <HStack gap="2" wrap="wrap">
                    <Text fontWeight="600">{name}</Text>
                    <Text color="fg.muted" fontSize="sm">
                      {translate(guardian.relationship)}
                    </Text>
                    {guardian.is_primary && (
                      <Badge colorPalette="blue">
                        <Trans>Primary contact</Trans>
                      </Badge>
                    )}
                    {guardian.has_account && (
                      <Badge colorPalette="green">
                        <Trans>Has an account</Trans>
                      </Badge>
                    )}
                  </HStack>
                  <Text fontSize="sm" overflowWrap="anywhere">
                    {[guardian.phone, guardian.email].filter(Boolean).join(' · ') || t`No phone or email`}
                  </Text>
                  <CustodyNote mark={markOf(guardian)} />
                </Box>
                {canEdit && (
                  <HStack gap="1" wrap="wrap">
                    <Button size="xs" variant="outline" aria-label={t`Edit ${name}`} onClick={() => setEditedGuardian(guardian)}>
                      <Trans>Edit</Trans>
                    </Button>
                    {school && guardian.email && !guardian.has_account && (
                      <Button size="xs" variant="outline" aria-label={t`Invite ${name} to the portal`} onClick={() => setInvited(guardian)}>
                        <Trans>Invite to portal</Trans>
                      </Button>
                    )}
                    {canRestrict && custody.data && (
                      <Button size="xs" variant="ghost" aria-label={t`Custody of ${name}`} onClick={() => setRestricted(guardian)}>
                        <Trans>Custody</Trans>
                      </Button>
                    )}
                    <Button size="xs" variant="ghost" aria-label={t`Remove ${name}`} onClick={() => setToRemove(guardian)}>
                      <Trans>Remove</Trans>
                    </Button>
                  </HStack>
                )}
              </Flex>
            );
          })}
        </Stack>
      </Card.Body>
      {editedGuardian && (
        <GuardianDialog
          studentId={student.id}
          isFirst={student.guardians.length === 0}
          {...(editedGuardian === 'new' ? {} : { guardian: editedGuardian })}
          onClose={() => setEditedGuardian(undefined)}
        />
      )}
      {school && invited && (
        <InviteDialog
          school={school}
          person={{
            email: invited.email ?? '',
            firstName: invited.first_name,
            lastName: invited.last_name,
            role: 'parent',
          }}
          onClose={() => setInvited(undefined)}
        />
      )}
      {restricted && (
        <CustodyDialog studentId={student.id} guardian={restricted} mark={markOf(restricted)} onClose={() => setRestricted(undefined)} />
      )}
      {toRemove && (
        <ReasonDialog
          title={t`Remove ${removedName}?`}
          submitLabel={t`Remove`}
          question={t`Say why you are removing the guardian.`}
          isBusy={remove.isRunning}
          error={remove.error?.userMessage}
          onSubmit={(reason) => remove.run({ studentId: student.id, id: toRemove.id, reason })}
          onClose={() => setToRemove(undefined)}
        >
          <Trans>They will no longer be this student's guardian or see the student in their account.</Trans>
        </ReasonDialog>
      )}
    </Card.Root>
  );
}

function CustodyNote({ mark }: { mark: CustodyMark | undefined }) {
  if (!mark) return null;
  return (
    <Box mt="1">
      <HStack gap="2" wrap="wrap">
        {!mark.mayBeTold && (
          <Badge colorPalette="red">
            <Trans>No information</Trans>
          </Badge>
        )}
        {!mark.mayCollect && (
          <Badge colorPalette="red">
            <Trans>May not collect</Trans>
          </Badge>
        )}
      </HStack>
      <Text fontSize="sm" color="fg.muted">
        {mark.basis}
      </Text>
    </Box>
  );
}
