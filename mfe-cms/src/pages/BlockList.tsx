import type { EditableBlock } from '@masomo/domain/blocks';
import { Button, Card, HStack, Stack, Text } from '@masomo/design-system';
import { BlockFields } from './BlockFields.tsx';
import { blockKinds } from './blockKinds.ts';

type BlockListProps = { blocks: EditableBlock[]; onChange: (blocks: EditableBlock[]) => void };

/** The blocks of a page: edit, move, remove, add. */
export function BlockList({ blocks, onChange }: BlockListProps) {
  const move = (from: number, to: number) => {
    const next = [...blocks];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <Stack gap="3">
      {blocks.length === 0 && <Text color="fg.muted">This page has no content yet. Add its first block.</Text>}
      {blocks.map((block, index) => {
        const name = blockKinds.find((kind) => kind.type === block.type)?.label ?? (block.type === 'kept' ? 'Another block' : block.type);
        return (
          <Card.Root key={index} as="fieldset" aria-label={`${name}, block ${index + 1} of ${blocks.length}`}>
            <Card.Body gap="4">
              <HStack justify="space-between">
                <Text fontWeight="600" fontSize="sm">{name}</Text>
                <HStack gap="1">
                  <Button size="xs" variant="ghost" disabled={index === 0} onClick={() => move(index, index - 1)}>Move up</Button>
                  <Button size="xs" variant="ghost" disabled={index === blocks.length - 1} onClick={() => move(index, index + 1)}>Move down</Button>
                  <Button size="xs" variant="ghost" onClick={() => onChange(blocks.filter((_, other) => other !== index))}>Remove</Button>
                </HStack>
              </HStack>
              <BlockFields block={block} onChange={(changed) => onChange(blocks.map((other, at) => (at === index ? changed : other)))} />
            </Card.Body>
          </Card.Root>
        );
      })}
      <HStack gap="2" wrap="wrap" role="group" aria-label="Add a block">
        {blockKinds.map((kind) => <Button key={kind.type} size="xs" variant="outline" onClick={() => onChange([...blocks, kind.make()])}>Add {kind.label.toLowerCase()}</Button>)}
      </HStack>
    </Stack>
  );
}
