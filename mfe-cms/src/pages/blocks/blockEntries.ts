import { t } from '@lingui/core/macro';
import type { EditableBlock } from '@masomo/domain/blocks';
import { isRichText, plainText } from '@masomo/domain/richText';
import { newId } from '@masomo/domain/secureContext';

/** A block in the editor with a stable key, so that its fields keep their state wherever it moves. */
export type BlockEntry = { readonly key: string; readonly block: EditableBlock };

export function entriesOf(blocks: readonly EditableBlock[]): BlockEntry[] {
  return blocks.map((block) => ({ key: newId(), block }));
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

/** The entries after an edit; entries it does not touch stay the same objects, so that only the edited block re-renders. */
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

/** A line to recognise a folded block by. */
export function blockSummary(block: EditableBlock): string {
  if (block.type === 'unknown') return t`Made with another version of the editor. It is kept as it is.`;
  const values: Readonly<Record<string, unknown>> = block;
  const candidates = [values['title'], values['text'], values['caption'], values['alt']].map(textOf);
  return (candidates.find(Boolean) ?? '').replace(/\s+/g, ' ').slice(0, 90);
}

function textOf(value: unknown): string {
  if (isRichText(value)) return plainText(value);
  return typeof value === 'string' ? value : '';
}
