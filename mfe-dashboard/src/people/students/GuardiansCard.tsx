import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { removeGuardian, type Guardian, type StudentProfile } from '@masomo/data/people/students';
import { Badge, Box, Button, Card, Flex, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import { GuardianDialog } from './GuardianDialog.tsx';

/** Who answers for a student, and how they are reached. */
export function GuardiansCard({ student, mayWrite }: { student: StudentProfile; mayWrite: boolean }) {
  const [edited, setEdited] = useState<Guardian | 'new'>();
  const [leaving, setLeaving] = useState<Guardian>();
  const remove = useCommand(removeGuardian, {
    invalidates: ['students'],
    onSuccess: () => setLeaving(undefined),
    onError: (error) => toaster.error({ title: 'The guardian was not removed', description: error.message }),
  });
  return (
    <Card.Root as="section" aria-labelledby="guardians">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="guardians">
            Guardians
          </Heading>
          {mayWrite && (
            <Button size="xs" variant="outline" onClick={() => setEdited('new')}>
              Add guardian
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {student.guardians.length === 0 && <Text color="fg.muted">Nobody yet. Reminders and calls need at least one guardian.</Text>}
        <Stack gap="4">
          {student.guardians.map((guardian) => {
            const name = `${guardian.first_name} ${guardian.last_name}`;
            return (
              <Flex key={guardian.id} justify="space-between" gap="3" wrap="wrap">
                <Box minW="0">
                  <HStack gap="2" wrap="wrap">
                    <Text fontWeight="600">{name}</Text>
                    <Text color="fg.muted" fontSize="sm">
                      {guardian.relationship}
                    </Text>
                    {guardian.is_primary && <Badge colorPalette="blue">First to call</Badge>}
                    {guardian.has_account && <Badge colorPalette="green">Has an account</Badge>}
                  </HStack>
                  <Text fontSize="sm" overflowWrap="anywhere">
                    {[guardian.phone, guardian.email].filter(Boolean).join(' · ') || 'No phone or email'}
                  </Text>
                </Box>
                {mayWrite && (
                  <HStack gap="1">
                    <Button size="xs" variant="outline" aria-label={`Edit ${name}`} onClick={() => setEdited(guardian)}>
                      Edit
                    </Button>
                    <Button size="xs" variant="ghost" aria-label={`Remove ${name}`} onClick={() => setLeaving(guardian)}>
                      Remove
                    </Button>
                  </HStack>
                )}
              </Flex>
            );
          })}
        </Stack>
      </Card.Body>
      {edited && (
        <GuardianDialog
          studentId={student.id}
          isFirst={student.guardians.length === 0}
          {...(edited === 'new' ? {} : { guardian: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={`Remove ${leaving?.first_name ?? ''} ${leaving?.last_name ?? ''}?`}
        body="They no longer answer for this student, and no longer see them if they have an account."
        confirmLabel="Remove"
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => leaving && void remove.run({ studentId: student.id, id: leaving.id })}
        onClose={() => setLeaving(undefined)}
      />
    </Card.Root>
  );
}
