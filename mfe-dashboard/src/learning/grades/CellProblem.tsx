import { t } from '@lingui/core/macro';
import { Button, HStack } from '@masomo/design-system';
import type { CellDraft, DraftProblem } from './editing/scoreDraft.ts';

type CellProblemProps = { id: string; draft: CellDraft; problem: DraftProblem; onSave: () => void; onDiscard: () => void };

/** Why a cell is not saved, inside the cell, with what can be done about it; two scores are chosen from above the table. */
export function CellProblem({ id, draft, problem: { kind, message }, onSave, onDiscard }: CellProblemProps) {
  const typed = draft.typed.trim();
  return (
    <div data-problem>
      <p id={id}>{message}</p>
      {kind !== 'changed' && (
        <HStack gap="1" mt="1" wrap="wrap">
          {kind !== 'invalid' && (
            <Button size="xs" onClick={onSave}>
              {kind === 'kept' ? (typed ? t`Save ${typed}` : t`Save empty`) : t`Try again`}
            </Button>
          )}
          <Button size="xs" variant="outline" onClick={onDiscard}>
            {typed ? t`Discard “${typed}”` : t`Discard the change`}
          </Button>
        </HStack>
      )}
    </div>
  );
}
