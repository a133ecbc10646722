import type { PageContent } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { Alert, Button, HStack } from '@masomo/design-system';
import type { LocalDraft } from './localDrafts.ts';

type RecoveredDraftProps = { draft: LocalDraft; onRestore: (content: PageContent) => void; onDiscard: () => void };

/** Offers a draft that never reached the server. */
export function RecoveredDraft({ draft, onRestore, onDiscard }: RecoveredDraftProps) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This browser kept words that were not saved</Alert.Title>
        <Alert.Description>
          Written {formatDateTime(draft.writtenAt)}. Bring them back to go on with them; undo takes you back to the page as it is now.
        </Alert.Description>
        <HStack gap="2" mt="3" flexWrap="wrap">
          <Button size="xs" onClick={() => onRestore(draft.content)}>
            Bring them back
          </Button>
          <Button size="xs" variant="outline" onClick={onDiscard}>
            Discard them
          </Button>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
