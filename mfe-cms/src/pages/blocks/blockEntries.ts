import type { EditableBlock } from '@masomo/domain/blocks';

/** A block in the editor, with a key of its own: what is typed stays with it wherever it moves. */
export type BlockEntry = { readonly key: string; readonly block: EditableBlock };

export function entriesOf(blocks: readonly EditableBlock[]): BlockEntry[] {
  return blocks.map((block) => ({ key: crypto.randomUUID(), block }));
}

export function blocksOf(entries: readonly BlockEntry[]): EditableBlock[] {
  return entries.map(({ block }) => block);
}

export type BlockEdit =
  | { kind: 'change'; key: string; change: Readonly<Record<string, unknown>> }
  | { kind: 'move'; key: string; to: number }
  | { kind: 'insert'; at: number; entry: BlockEntry }
  | { kind: 'duplicate'; key: string; as: string }
  | { kind: 'remove'; key: string };

/** The entries after an edit; those it does not concern stay the same objects. */
export function editEntries(entries: readonly BlockEntry[], edit: BlockEdit): readonly BlockEntry[] {
  if (edit.kind === 'insert') return entries.toSpliced(edit.at, 0, edit.entry);
  const at = entries.findIndex(({ key }) => key === edit.key);
  const entry = entries[at];
  if (!entry) return entries;
  switch (edit.kind) {
    case 'change':
      return entries.with(at, { key: entry.key, block: { ...entry.block, ...edit.change } as EditableBlock });
    case 'move':
      return entries.toSpliced(at, 1).toSpliced(Math.max(0, Math.min(edit.to, entries.length - 1)), 0, entry);
    case 'duplicate':
      return entries.toSpliced(at + 1, 0, { key: edit.as, block: structuredClone(entry.block) });
    case 'remove':
      return entries.toSpliced(at, 1);
  }
}

/** A block's first words, to know it by while it is folded. */
export function blockSummary(block: EditableBlock): string {
  if (block.type === 'kept') return 'Made by another version of the editor; it stays as it is.';
  const { title, text, alt, caption } = block as Partial<Record<'title' | 'text' | 'alt' | 'caption', string>>;
  return (title || text || caption || alt || '').replace(/\s+/g, ' ').slice(0, 90);
}
