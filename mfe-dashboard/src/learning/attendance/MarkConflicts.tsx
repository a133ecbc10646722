import { t } from '@lingui/core/macro';
import { formatDate, formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { ConflictChoice } from '@masomo/remote/ConflictChoice';
import { markLabel, statusLabels } from '../../shared/attendanceLabels.ts';
import { resolveConflict, type QueuedMark } from './markOutbox.ts';

/** Marks the server did not accept; nothing is overwritten or lost until the person decides. */
export function MarkConflicts({ marks }: { marks: readonly QueuedMark[] }) {
  return (
    <Stack gap="3">
      {marks.map((mark) => (
        <MarkConflict key={`${mark.day} ${mark.studentId}`} mark={mark} />
      ))}
    </Stack>
  );
}

function MarkConflict({ mark }: { mark: QueuedMark }) {
  const { conflict } = mark;
  const title = `${mark.student}, ${mark.className}, ${formatDate(mark.day)}`;
  const send = () => void resolveConflict(mark, 'send');
  const drop = () => void resolveConflict(mark, 'drop');
  if (conflict?.kind === 'changed')
    return (
      <ConflictChoice
        title={title}
        own={{ value: markLabel(mark.status), action: t`Use ${markLabel(mark.status)}`, onChoose: send }}
        other={{
          value: statusLabels[conflict.status],
          by: `${conflict.by ?? t`Somebody else`}, ${formatDateTimeWithSeconds(conflict.at)}`,
          action: t`Keep ${statusLabels[conflict.status]}`,
          onChoose: drop,
        }}
      />
    );
  return (
    <Box role="alert" borderWidth="1px" borderColor="border.error" borderRadius="lg" bg="bg.panel" px="4" py="3">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <Box>
          <Text fontWeight="600">{title}</Text>
          <Text fontSize="sm">{t`Your mark “${markLabel(mark.status)}” was not saved. ${conflict?.message ?? ''}`}</Text>
        </Box>
        <HStack gap="2">
          <Button size="sm" onClick={send}>{t`Try again`}</Button>
          <Button size="sm" variant="outline" onClick={drop}>{t`Discard mark`}</Button>
        </HStack>
      </HStack>
    </Box>
  );
}
