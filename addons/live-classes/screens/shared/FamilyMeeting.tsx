import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppLink, Badge, Button, HStack, Stack, Text } from '@masomo/design-system';
import type { Meeting } from '../../data/live.ts';
import { isOpen, joinPath } from './liveHome.ts';
import { providerNames, timesOf } from './liveTexts.ts';
import { useJoin } from './useJoin.ts';
import { useNow } from './useNow.ts';

type FamilyMeetingProps = { meeting: Meeting; student: { id: string; name: string } };

/** A live class in a family's calendar, with the student's own way in from ten minutes before. */
export function FamilyMeeting({ meeting, student }: FamilyMeetingProps) {
  const now = useNow();
  const join = useJoin();
  const canJoin = meeting.isMade && !meeting.isCancelled && isOpen(meeting, now);
  return (
    <HStack justify="space-between" wrap="wrap" gap="3">
      <Stack gap="0" minW="0">
        <AppLink to={joinPath(meeting.id, student.id)} fontWeight="600" textDecoration={meeting.isCancelled ? 'line-through' : undefined}>
          {meeting.subject}
        </AppLink>
        <Text fontSize="sm" color="fg.muted">
          {`${student.name} · ${timesOf(meeting)} · ${providerNames[meeting.provider]}`}
        </Text>
      </Stack>
      {meeting.isCancelled ? (
        <Badge>
          <Trans>Cancelled</Trans>
        </Badge>
      ) : canJoin ? (
        <Button
          size="sm"
          disabled={join.isRunning}
          aria-label={t`Join ${meeting.subject} as ${student.name}`}
          onClick={() => void join.run({ id: meeting.id, studentId: student.id })}
        >
          <Trans>Join</Trans>
        </Button>
      ) : null}
    </HStack>
  );
}
