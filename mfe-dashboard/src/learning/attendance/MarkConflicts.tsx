import { Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { formatDay, formatMoment } from '../../shared/days.ts';
import { statusWords } from './attendanceLabels.ts';
import type { UnsentMark } from './offline/deviceStore.ts';
import { decide } from './offline/outbox.ts';

/** Marks that were not taken, each with what stands and a choice. Nothing is overwritten and nothing is lost meanwhile. */
export function MarkProblems({ problems }: { problems: readonly UnsentMark[] }) {
  return (
    <Stack gap="3">
      {problems.map((mark) => (
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
                {mark.student}, {mark.className}, {formatDay(mark.day)}
              </Text>
              <Text fontSize="sm">{wordsOf(mark)}</Text>
            </Box>
            <HStack gap="2">
              <Button size="sm" onClick={() => void decide(mark, 'send')}>
                {mark.problem?.kind === 'changed' ? `Use ${statusWords[mark.status]}` : 'Try again'}
              </Button>
              <Button size="sm" variant="outline" onClick={() => void decide(mark, 'drop')}>
                {mark.problem?.kind === 'changed' ? `Keep ${statusWords[mark.problem.status]}` : 'Discard mark'}
              </Button>
            </HStack>
          </HStack>
        </Box>
      ))}
    </Stack>
  );
}

function wordsOf({ status, problem }: UnsentMark): string {
  if (problem?.kind !== 'changed') return `Your mark ${statusWords[status]} was not taken. ${problem?.message ?? ''}`;
  return `You marked ${statusWords[status]}. Meanwhile ${problem.by ?? 'somebody else'} marked ${statusWords[problem.status]} (${formatMoment(problem.at)}). Which one is right?`;
}
