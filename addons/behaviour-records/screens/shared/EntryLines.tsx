import type { BehaviourEntry } from '../../data/behaviour.ts';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, HStack, Stack, Text } from '@masomo/design-system';
import { kindColors, kindLabels } from './behaviourLabels.ts';

/** The latest entries in a card. */
export function EntryLines({ entries, withStudent }: { entries: readonly BehaviourEntry[]; withStudent: boolean }) {
  return (
    <Stack as="ul" listStyleType="none" gap="3">
      {entries.map((entry) => (
        <Box as="li" key={entry.id}>
          <HStack gap="2" wrap="wrap">
            <Badge colorPalette={kindColors[entry.kind]}>{kindLabels[entry.kind]}</Badge>
            <Text>{entry.category}</Text>
          </HStack>
          <Text fontSize="sm" color="fg.muted">
            {[withStudent ? entry.student : '', formatDate(entry.happenedOn), entry.agreed].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}
