import type { Import } from '@masomo/data/platform/imports';

/** How many rows of an import have problems; after an undo, how many stayed. */
export const countOfFaulty = ({ outcome, state, saved, undone }: Import): number => (state === 'undone' ? saved - undone : outcome.faulty);
