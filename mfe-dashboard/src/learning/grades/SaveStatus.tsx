import { useSyncExternalStore } from 'react';
import type { Assessment, Gradebook } from '@masomo/data/learning/gradebook';
import { Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { cellKey } from './cellDrafts.ts';
import type { GradebookEditing } from './useGradebookEditing.ts';

type SaveStatusProps = { gradebook: Gradebook; assessments: Assessment[]; editing: GradebookEditing };

export function SaveStatus({ gradebook, assessments, editing: { cellDrafts, write, isSaving } }: SaveStatusProps) {
  const drafts = useSyncExternalStore(cellDrafts.subscribe, cellDrafts.all);
  const problems = ![...drafts.values()].some(({ problem }) => problem)
    ? []
    : assessments.flatMap((assessment) =>
        gradebook.rows.flatMap((row) => {
          const key = cellKey(assessment.id, row.studentId);
          const draft = drafts.get(key);
          return draft?.problem ? [{ key, assessment, row, draft, savedScore: gradebook.scores[row.studentId]?.[assessment.id] }] : [];
        }),
      );
  const statusText = isSaving
    ? 'Saving...'
    : problems.length > 0
      ? `${problems.length} not saved`
      : drafts.size > 0
        ? 'Typing'
        : 'Everything is saved.';
  return (
    <Stack gap="3" mt="3">
      <Text role="status" fontSize="sm" color="fg.muted">
        {statusText}
      </Text>
      {!isSaving &&
        problems.map(({ key, assessment, row, draft, savedScore }) => (
          <Box key={key} role="alert" borderWidth="1px" borderColor="border.error" borderRadius="md" p="3">
            <HStack justify="space-between" wrap="wrap" gap="3">
              <Text>
                <Text as="span" fontWeight="600">
                  {row.student}, {assessment.name}: “{draft.typed}” is not saved.
                </Text>{' '}
                {draft.problem}
              </Text>
              <HStack gap="2">
                <Button size="sm" onClick={() => write(assessment, [row.studentId])}>
                  Save {draft.typed || 'empty'}
                </Button>
                <Button size="sm" variant="outline" onClick={() => cellDrafts.set(key, undefined)}>
                  Keep {savedScore ?? 'empty'}
                </Button>
              </HStack>
            </HStack>
          </Box>
        ))}
    </Stack>
  );
}
