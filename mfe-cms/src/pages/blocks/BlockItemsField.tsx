import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, useId } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Box, Button, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import type { BlockFieldSpec } from './blockForms.ts';
import { buttonIn, fieldIn, useFocusAfter } from '../../shared/useFocusAfter.ts';
import { useItemKeys } from '../../shared/useItemKeys.ts';

type Item = Readonly<Record<string, unknown>>;
type ItemFieldProps = {
  field: BlockFieldSpec;
  values: Item;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Record<string, unknown>) => void;
};
type BlockItemsFieldProps = {
  field: Extract<BlockFieldSpec, { kind: 'list' }>;
  items: readonly Item[];
  problems: Readonly<Record<string, string>>;
  onChange: (items: Item[]) => void;
  /** Renders one field of an item; passed in because that field may be a list of items itself. */
  renderField: (props: ItemFieldProps) => ReactNode;
};

/** The items of a block, such as the images of a gallery: add, order, remove and edit each. */
export function BlockItemsField({ field, items, problems, onChange, renderField }: BlockItemsFieldProps) {
  const { keys, moveKey, removeKey } = useItemKeys(items.length);
  const id = useId();
  const focusAfter = useFocusAfter(keys.join(' '));
  const itemId = (index: number) => `${id}-${index}`;
  const itemName = (index: number) => `${field.item} ${index + 1}`;
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    moveKey(from, to);
    const name = itemName(to);
    const buttons = [t`Move ${name} up`, t`Move ${name} down`].map((label) => buttonIn(itemId(to), label));
    focusAfter(...(to < from ? buttons : buttons.toReversed()));
    onChange(next);
  };
  const remove = (index: number) => {
    removeKey(index);
    focusAfter(buttonIn(itemId(index)), buttonIn(itemId(index - 1)), buttonIn(id));
    onChange(items.filter((_, otherIndex) => otherIndex !== index));
  };
  const add = () => {
    focusAfter(fieldIn(itemId(items.length)));
    onChange([...items, field.create()]);
  };
  return (
    <Stack gap="3" role="group" aria-label={field.label} id={id}>
      <Text textStyle="sm" fontWeight="550">
        {field.label}
      </Text>
      {items.map((item, index) => {
        const name = itemName(index);
        const prefix = `${field.name}.${index}.`;
        const itemProblems = Object.fromEntries(
          Object.entries(problems).flatMap(([path, message]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [])),
        );
        return (
          <Box key={keys[index]} id={itemId(index)} tabIndex={-1} role="group" aria-label={name} borderWidth="1px" borderRadius="lg" p="4">
            <HStack justify="space-between" mb="3">
              <Text fontSize="sm" color="fg.muted">
                {name}
              </Text>
              <HStack gap="0">
                <IconButton
                  size="xs"
                  variant="ghost"
                  aria-label={t`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp size={16} />
                </IconButton>
                <IconButton
                  size="xs"
                  variant="ghost"
                  aria-label={t`Move ${name} down`}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown size={16} />
                </IconButton>
                <IconButton size="xs" variant="ghost" aria-label={t`Remove ${name}`} onClick={() => remove(index)}>
                  <Trash2 size={16} />
                </IconButton>
              </HStack>
            </HStack>
            <Stack gap="4">
              {field.fields.map((itemField) => (
                <Fragment key={itemField.name}>
                  {renderField({
                    field: itemField,
                    values: item,
                    problems: itemProblems,
                    onChange: (change) =>
                      onChange(items.map((other, otherIndex) => (otherIndex === index ? { ...other, ...change } : other))),
                  })}
                </Fragment>
              ))}
            </Stack>
          </Box>
        );
      })}
      <Button size="xs" variant="outline" alignSelf="flex-start" disabled={items.length >= 60} onClick={add}>
        <Plus size={14} />
        <Trans>Add {field.item.toLowerCase()}</Trans>
      </Button>
    </Stack>
  );
}
