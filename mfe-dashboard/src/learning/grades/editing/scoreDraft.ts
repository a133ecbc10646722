import type { GradebookId } from '@masomo/data/learning/gradebook';
import { typedMark, type Mark } from '@masomo/domain/marks';

/**
 * Why a typed text is not saved: it is no score, somebody else changed the cell, the server refused it, the page was left while it was being
 * typed, or the device could not keep it.
 */
export type DraftProblem =
  | { kind: 'invalid' | 'refused' | 'kept' | 'unkept'; message: string }
  | { kind: 'changed'; message: string; by: string | null; at: string | null };

/** Text typed into a cell that is not saved, when, and the mark the cell held before; of a changed cell the mark it holds now. */
export type CellDraft = { typed: string; typedAt: number; seen: Mark | null; isTyping?: true; problem?: DraftProblem };

/** A draft as this device keeps it. */
export type QueuedScore = CellDraft &
  GradebookId & {
    owner: string;
    assessmentId: string;
    studentId: string;
    /** The mark last sent; it may have been saved although no response came. */
    attempted?: Mark | null;
  };

/** What is sent of a text that is a mark, or empty. */
export const scoreOf = ({ typed }: Pick<CellDraft, 'typed'>): Mark | null => typedMark(typed);
