import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { Button, Flex, HStack } from '@masomo/design-system';
import { newId } from '@masomo/domain/secureContext';
import type { BlockEdit } from './blockEntries.ts';
import { blockForms } from './blockForms.ts';
import { addBlockElementId } from './useBlockCommands.ts';

type AddBlockProps = { index: number; isLast?: boolean; onEdit: (edit: BlockEdit) => void };

/** Inserts a block: at the end of the page the types are always listed, between two blocks they open behind a button. */
export const AddBlock = memo(function AddBlock({ index, isLast = false, onEdit }: AddBlockProps) {
  const [isOpen, setIsOpen] = useState(isLast);
  const toggle = useRef<HTMLButtonElement>(null);
  const label = isLast ? t`Add a block` : t`Insert a block before block ${index + 1}`;
  function close() {
    toggle.current?.focus();
    setIsOpen(false);
  }
  return (
    <Flex
      direction="column"
      align={isLast ? 'stretch' : 'center'}
      {...(isLast ? { id: addBlockElementId } : {})}
      onKeyDown={(event) => event.key === 'Escape' && !isLast && close()}
    >
      {!isLast && (
        <Button
          ref={toggle}
          size="2xs"
          variant="ghost"
          color="fg.muted"
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Plus size={14} />
          <Trans>Insert</Trans>
        </Button>
      )}
      {isOpen && (
        <HStack gap="2" wrap="wrap" role="group" aria-label={label} borderWidth="1px" borderStyle="dashed" borderRadius="lg" p="3">
          {blockForms.map((form) => (
            <Button
              key={form.type}
              size="xs"
              variant="outline"
              onClick={() => {
                onEdit({ kind: 'insert', at: index, entry: { key: newId(), block: form.create() } });
                setIsOpen(isLast);
              }}
            >
              <Trans>Add {form.label.toLowerCase()}</Trans>
            </Button>
          ))}
        </HStack>
      )}
    </Flex>
  );
});
