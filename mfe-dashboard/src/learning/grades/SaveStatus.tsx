import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Button, HStack, Text } from '@masomo/design-system';
import { useOutbox, useOutboxFlush } from '@masomo/remote/offline/useOutbox';
import { cellKey, type CellDrafts } from './editing/cellDrafts.ts';
import { scoreOutbox } from './editing/scoreOutbox.ts';

type SaveStatusProps = { owner: string; cellDrafts: CellDrafts; onShowNext: () => void };

/** Above the table, so that it is in view wherever a mark was refused. It sends what waits. */
export function SaveStatus({ owner, cellDrafts, onShowNext }: SaveStatusProps) {
  const drafts = useSyncExternalStore(cellDrafts.subscribe, cellDrafts.all);
  const { waiting, isOnline, isCutOff } = useOutbox(scoreOutbox, owner);
  useOutboxFlush(scoreOutbox, owner, waiting.length, isOnline);
  const problems = [...drafts.values()].filter(({ problem }) => problem).length;
  const queued = [...drafts.values()].filter(({ problem, isTyping }) => !problem && !isTyping).length;
  // A mark is shown a moment before the device has it, and a browser that ends in that moment has lost it.
  const kept = waiting.filter((score) => drafts.get(cellKey(score.assessmentId, score.studentId))?.typed === score.typed).length;
  return (
    <HStack gap="3" mb="3" minH="8" wrap="wrap">
      {(problems === 0 || queued > 0) && (
        <Text role="status" fontSize="sm" color="fg.muted">
          {queued > 0
            ? isCutOff && kept >= queued
              ? t`${plural(queued, { one: '# mark', other: '# marks' })} not sent yet. Kept on this device and sent when the connection is back.`
              : t`Saving...`
            : drafts.size > 0
              ? t`Typing`
              : t`Everything is saved.`}
        </Text>
      )}
      {problems > 0 && (
        <>
          <Text role="status" fontSize="sm" color="fg.error">
            {t`${plural(problems, { one: '# mark is', other: '# marks are' })} not saved`}
          </Text>
          <Button size="xs" variant="outline" onClick={onShowNext}>
            <Trans>
              Show <Plural value={problems} one="it" other="the next one" />
            </Trans>
          </Button>
        </>
      )}
    </HStack>
  );
}
