import { diffArrays, diffWords } from 'diff';
import type { EditableBlock } from '@masomo/domain/blocks';
import { blockName } from '../blocks/blockForms.ts';

export type TextChange = { words: string; kind: 'same' | 'added' | 'removed' };
/** One block that differs, with its words. */
export type BlockDiff = { name: string; kind: 'added' | 'removed' | 'changed'; words: TextChange[] };

/** Every word of a block, one field a line. */
export function blockText(block: unknown): string {
  if (typeof block === 'string') return block;
  if (typeof block !== 'object' || block === null) return '';
  return Object.entries(block)
    .flatMap(([field, value]) => (field === 'type' ? [] : [blockText(value)]))
    .filter(Boolean)
    .join('\n');
}

/** What changed in words between two texts. */
export function diffText(before: string, after: string): TextChange[] {
  return diffWords(before, after).map(({ value, added, removed }) => ({
    words: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** What differs from one list of blocks to another, block by block in their order; what is equal is left out. */
export function diffBlocks(before: readonly EditableBlock[], after: readonly EditableBlock[]): BlockDiff[] {
  const parts = diffArrays([...before], [...after], { comparator: (one, other) => JSON.stringify(one) === JSON.stringify(other) });
  return parts.flatMap((part, at): BlockDiff[] => {
    const next = parts[at + 1];
    if (part.removed) return differencesOf(part.value, next?.added ? next.value : []);
    if (part.added && !parts[at - 1]?.removed) return differencesOf([], part.value);
    return [];
  });
}

function differencesOf(gone: readonly EditableBlock[], come: readonly EditableBlock[]): BlockDiff[] {
  const left = [...come];
  const changed = gone.map((block): BlockDiff => {
    const at = left.findIndex(({ type }) => type === block.type);
    const [now] = at < 0 ? [] : left.splice(at, 1);
    const words = diffText(blockText(block), now ? blockText(now) : '');
    return { name: blockName(block.type), kind: now ? 'changed' : 'removed', words };
  });
  return [
    ...changed,
    ...left.map((block): BlockDiff => ({ name: blockName(block.type), kind: 'added', words: diffText('', blockText(block)) })),
  ];
}
