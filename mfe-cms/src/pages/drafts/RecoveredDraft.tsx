import type { PageContent } from '@masomo/data/site/pages';
import { formatDateTime } from '@masomo/domain/time';
import { Alert, Button, HStack } from '@masomo/design-system';
import type { LocalDraft } from './localDrafts.ts';

type RecoveredDraftProps = { copy: LocalDraft; onTake: (content: PageContent) => void; onDiscard: () => void };

/** Words that this browser kept and the server never got. */
export function RecoveredDraft({ copy, onTake, onDiscard }: RecoveredDraftProps) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This browser kept words that were not saved</Alert.Title>
        <Alert.Description>
          Written {formatDateTime(copy.writtenAt)}. Bring them back to go on with them; undo takes you back to the page as it is now.
        </Alert.Description>
        <HStack gap="2" mt="3" flexWrap="wrap">
          <Button size="xs" onClick={() => onTake(copy.content)}>
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
