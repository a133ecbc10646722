import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { foldText } from '@masomo/domain/foldText';
import { Button, Card, Heading, HStack, List, Stack, Text, toaster } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/forms';
import { useState } from 'react';
import { listAttendance, listGuests, liveKeys, type Attendance, type Attendee, type Meeting } from '../../data/live.ts';
import { matchAttendee } from '../../data/liveCommands.ts';

/** Those of the report who came by no student's own link, to be matched by hand. */
export function GuestsCard({ meeting, isReadOnly }: { meeting: Meeting; isReadOnly: boolean }) {
  const { data: guests } = useQuery(liveKeys.attendees(meeting.id), (db) => listGuests(db, meeting.id), { live: ['live_meetings'] });
  const { data: students } = useQuery(liveKeys.attendance(meeting.id), (db) => listAttendance(db, meeting.id));
  if (!guests || !students || guests.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`To be matched`}>
      <Card.Header>
        <Heading as="h2" size="md">
          <Trans>To be matched</Trans>
        </Heading>
        <Text color="fg.muted">
          {t`They came by no student’s own link, and a name proves nothing, so they count for nobody until you say who they are. Somebody with an account is known by it from then on.`}
        </Text>
      </Card.Header>
      <Card.Body>
        <List.Root listStyle="none" ps="0" gap="3">
          {guests.map((guest) => (
            <List.Item key={guest.id}>
              <GuestRow guest={guest} students={students} isReadOnly={isReadOnly} />
            </List.Item>
          ))}
        </List.Root>
      </Card.Body>
    </Card.Root>
  );
}

function GuestRow({ guest, students, isReadOnly }: { guest: Attendee; students: readonly Attendance[]; isReadOnly: boolean }) {
  const named = students.filter(({ name }) => foldText(name) === foldText(guest.name));
  const [chosen, setChosen] = useState(guest.studentId ?? (named.length === 1 ? named[0]?.studentId : '') ?? '');
  const match = useCommand(matchAttendee, {
    invalidates: ['live-classes'],
    onError: (failure) => toaster.error(failureMessage(failure, t`Nobody was matched`)),
  });
  const student = students.find(({ studentId }) => studentId === guest.studentId);
  return (
    <HStack wrap="wrap" gap="3" justify="space-between">
      <Stack gap="0" minW="0">
        <Text fontWeight="600" overflowWrap="anywhere">
          {guest.name}
        </Text>
        {student && <Text fontSize="sm" color="fg.muted">{t`Is ${student.name}`}</Text>}
      </Stack>
      {!isReadOnly && (
        <HStack gap="2">
          <NativeSelect.Root size="sm" w="52">
            <NativeSelect.Field
              aria-label={t`Student who is ${guest.name}`}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              <option value="">{t`No student`}</option>
              {students.map(({ studentId, name, admissionNumber }) => (
                <option key={studentId} value={studentId}>
                  {`${name} (${admissionNumber})`}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <Button
            size="sm"
            variant="outline"
            aria-label={t`Match ${guest.name}`}
            disabled={match.isRunning || chosen === (guest.studentId ?? '')}
            onClick={() => void match.run({ id: guest.id, studentId: chosen || null })}
          >
            <Trans>Match</Trans>
          </Button>
        </HStack>
      )}
    </HStack>
  );
}
