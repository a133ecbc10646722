import { diffArrays, diffWords } from 'diff';
import type { EditableBlock } from '@masomo/domain/blocks';
import { isRichText, plainText } from '@masomo/domain/richText';
import { blockName } from '../blocks/blockForms.ts';

export type TextChange = { text: string; kind: 'same' | 'added' | 'removed' };
/** One block that differs; a changed block whose text is the same differs in formatting or in its settings. */
export type BlockDiff = { name: string; kind: 'added' | 'removed' | 'changed'; textChanges: TextChange[] };

/** The text of a block, a field per line. */
export function blockText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRichText(value)) return plainText(value);
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([field, part]) => (field === 'type' ? [] : [blockText(part)]))
    .filter(Boolean)
    .join('\n');
}

/** The words that differ between two texts. */
export function diffText(before: string, after: string): TextChange[] {
  return diffWords(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** The blocks that differ between two pages, in page order; equal blocks are left out. */
export function diffBlocks(before: readonly EditableBlock[], after: readonly EditableBlock[]): BlockDiff[] {
  const parts = diffArrays([...before], [...after], { comparator: (one, other) => JSON.stringify(one) === JSON.stringify(other) });
  return parts.flatMap((part, index): BlockDiff[] => {
    const next = parts[index + 1];
    if (part.removed) return pairBlocks(part.value, next?.added ? next.value : []);
    if (part.added && !parts[index - 1]?.removed) return pairBlocks([], part.value);
    return [];
  });
}

/** Pairs removed with added blocks of the same type: those changed, the rest were removed or added. */
function pairBlocks(removed: readonly EditableBlock[], added: readonly EditableBlock[]): BlockDiff[] {
  const unpaired = [...added];
  const diffs = removed.map((block): BlockDiff => {
    const index = unpaired.findIndex(({ type }) => type === block.type);
    const [counterpart] = index < 0 ? [] : unpaired.splice(index, 1);
    const textChanges = diffText(blockText(block), counterpart ? blockText(counterpart) : '');
    return { name: blockName(block.type), kind: counterpart ? 'changed' : 'removed', textChanges };
  });
  return [
    ...diffs,
    ...unpaired.map((block): BlockDiff => ({ name: blockName(block.type), kind: 'added', textChanges: diffText('', blockText(block)) })),
  ];
}
