import { t } from '@lingui/core/macro';
import { formatDate, formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { markLabel, statusLabels } from '../../shared/attendanceLabels.ts';
import { resolveConflict, type QueuedMark } from './markOutbox.ts';

/** Marks the server did not accept; nothing is overwritten or lost until the person decides. */
export function MarkConflicts({ marks }: { marks: readonly QueuedMark[] }) {
  return (
    <Stack gap="3">
      {marks.map((mark) => (
        <Box
          key={`${mark.day} ${mark.studentId}`}
          role="alert"
          borderWidth="1px"
          borderColor="border.error"
          borderRadius="lg"
          bg="bg.panel"
          px="4"
          py="3"
        >
          <HStack justify="space-between" wrap="wrap" gap="3">
            <Box>
              <Text fontWeight="600">
                {mark.student}, {mark.className}, {formatDate(mark.day)}
              </Text>
              <Text fontSize="sm">{conflictText(mark)}</Text>
            </Box>
            <HStack gap="2">
              <Button size="sm" onClick={() => void resolveConflict(mark, 'send')}>
                {mark.conflict?.kind === 'changed' ? t`Use ${markLabel(mark.status)}` : t`Try again`}
              </Button>
              <Button size="sm" variant="outline" onClick={() => void resolveConflict(mark, 'drop')}>
                {mark.conflict?.kind === 'changed' ? t`Keep ${statusLabels[mark.conflict.status]}` : t`Discard mark`}
              </Button>
            </HStack>
          </HStack>
        </Box>
      ))}
    </Stack>
  );
}

function conflictText({ status, conflict }: QueuedMark): string {
  if (conflict?.kind !== 'changed') return t`Your mark “${markLabel(status)}” was not saved. ${conflict?.message ?? ''}`;
  return t`You marked ${markLabel(status)}. In the meantime ${conflict.by ?? t`somebody else`} marked ${statusLabels[conflict.status]} (${formatDateTimeWithSeconds(conflict.at)}). Which is right?`;
}
