import { memo, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { Button, Flex, HStack } from '@masomo/design-system';
import type { BlockEdit } from './blockEntries.ts';
import { blockForms } from './blockForms.ts';
import { addBlockElementId } from './useBlockCommands.ts';

type AddBlockProps = { at: number; isLast?: boolean; onEdit: (edit: BlockEdit) => void };

/** Adds a block at a place: between two only when asked, at the end always offered. */
export const AddBlock = memo(function AddBlock({ at, isLast = false, onEdit }: AddBlockProps) {
  const [isOpen, setIsOpen] = useState(isLast);
  const toggle = useRef<HTMLButtonElement>(null);
  const words = isLast ? 'Add a block' : `Insert a block before block ${at + 1}`;
  function leave() {
    toggle.current?.focus();
    setIsOpen(false);
  }
  return (
    <Flex
      direction="column"
      align={isLast ? 'stretch' : 'center'}
      {...(isLast ? { id: addBlockElementId } : {})}
      onKeyDown={(event) => event.key === 'Escape' && !isLast && leave()}
    >
      {!isLast && (
        <Button
          ref={toggle}
          size="2xs"
          variant="ghost"
          color="fg.muted"
          aria-label={words}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Plus size={14} />
          Insert
        </Button>
      )}
      {isOpen && (
        <HStack gap="2" wrap="wrap" role="group" aria-label={words} borderWidth="1px" borderStyle="dashed" borderRadius="lg" p="3">
          {blockForms.map((form) => (
            <Button
              key={form.type}
              size="xs"
              variant="outline"
              onClick={() => {
                onEdit({ kind: 'insert', at, entry: { key: crypto.randomUUID(), block: form.make() } });
                setIsOpen(isLast);
              }}
            >
              Add {form.label.toLowerCase()}
            </Button>
          ))}
        </HStack>
      )}
    </Flex>
  );
});
