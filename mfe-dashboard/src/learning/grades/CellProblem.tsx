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
            {kind === 'unsent' || kind === 'refused' ? t`Try again` : typed.trim() ? t`Save ${typed.trim()}` : t`Save empty`}
          </Button>
        )}
        <Button size="xs" variant="outline" onClick={onDiscard}>
          {isConflict
            ? savedScore === undefined
              ? t`Keep empty`
              : t`Keep ${savedScore}`
            : typed.trim()
              ? t`Discard “${typed.trim()}”`
              : t`Discard the change`}
        </Button>
      </HStack>
    </div>
  );
}
