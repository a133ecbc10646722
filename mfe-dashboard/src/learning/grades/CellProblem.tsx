import { t } from '@lingui/core/macro';
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
            {kind === 'unsent' || kind === 'refused' ? t`Try again` : t`Save ${typed.trim() || 'empty'}`}
          </Button>
        )}
        <Button size="xs" variant="outline" onClick={onDiscard}>
          {isConflict ? t`Keep ${savedScore ?? 'empty'}` : t`Discard ${typed.trim() ? `“${typed.trim()}”` : t`the change`}`}
        </Button>
      </HStack>
    </div>
  );
}
