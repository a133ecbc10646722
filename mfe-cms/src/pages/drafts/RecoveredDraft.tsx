import { Trans } from '@lingui/react/macro';
import type { PageContent } from '@masomo/data/site/pages';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Alert, Button, HStack } from '@masomo/design-system';
import type { LocalDraft } from './localDrafts.ts';

type RecoveredDraftProps = { draft: LocalDraft; onRestore: (content: PageContent) => void; onDiscard: () => void };

/** Offers a draft that never reached the server. */
export function RecoveredDraft({ draft, onRestore, onDiscard }: RecoveredDraftProps) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>This browser kept unsaved changes</Trans>
        </Alert.Title>
        <Alert.Description>
          <Trans>
            Written {formatDateTimeWithSeconds(draft.writtenAt)}. Restore them to keep working on them; undo returns to the page as it is
            now.
          </Trans>
        </Alert.Description>
        <HStack gap="2" mt="3" flexWrap="wrap">
          <Button size="xs" onClick={() => onRestore(draft.content)}>
            <Trans>Restore changes</Trans>
          </Button>
          <Button size="xs" variant="outline" onClick={onDiscard}>
            <Trans>Discard changes</Trans>
          </Button>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
