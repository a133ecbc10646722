import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Button, HStack, Text } from '@masomo/design-system';
import type { GradebookEditing } from './editing/useGradebookEditing.ts';

type SaveStatusProps = { editing: GradebookEditing; onShowNext: () => void };

/** Above the table, so that it is in view wherever a mark was refused. */
export function SaveStatus({ editing: { cellDrafts, isSaving }, onShowNext }: SaveStatusProps) {
  const drafts = useSyncExternalStore(cellDrafts.subscribe, cellDrafts.all);
  const problems = [...drafts.values()].filter(({ problem }) => problem).length;
  const statusText = isSaving
    ? t`Saving...`
    : problems > 0
      ? t`${plural(problems, { one: '# mark is', other: '# marks are' })} not saved`
      : drafts.size > 0
        ? t`Typing`
        : t`Everything is saved.`;
  return (
    <HStack gap="3" mb="3" minH="8">
      <Text role="status" fontSize="sm" color={problems > 0 ? 'fg.error' : 'fg.muted'}>
        {statusText}
      </Text>
      {problems > 0 && (
        <Button size="xs" variant="outline" onClick={onShowNext}>
          <Trans>
            Show <Plural value={problems} one="it" other="the next one" />
          </Trans>
        </Button>
      )}
    </HStack>
  );
}
