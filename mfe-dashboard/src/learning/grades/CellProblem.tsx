import { Button, HStack } from '@masomo/design-system';
import type { CellDraft, DraftProblem } from './editing/keptDrafts.ts';

type CellProblemProps = {
  id: string;
  draft: CellDraft;
  problem: DraftProblem;
  savedScore: number | undefined;
  onSave: () => void;
  onDiscard: () => void;
};

/** Why a cell is not saved, inside the cell, with what can be done about it. */
export function CellProblem({ id, draft: { typed }, problem: { kind, message }, savedScore, onSave, onDiscard }: CellProblemProps) {
  const isConflict = kind === 'changed';
  return (
    <div data-problem>
      <p id={id}>{message}</p>
      <HStack gap="1" mt="1" wrap="wrap">
        {kind !== 'invalid' && (
          <Button size="xs" onClick={onSave}>
            {kind === 'unsent' || kind === 'refused' ? 'Try again' : `Save ${typed.trim() || 'empty'}`}
          </Button>
        )}
        <Button size="xs" variant="outline" onClick={onDiscard}>
          {isConflict ? `Keep ${savedScore ?? 'empty'}` : `Discard ${typed.trim() ? `“${typed.trim()}”` : 'the change'}`}
        </Button>
      </HStack>
    </div>
  );
}
