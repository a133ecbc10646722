import { useId } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Box, Button, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import type { BlockFieldSpec } from './blockForms.ts';
import { BlockField } from './BlockField.tsx';
import { buttonIn, fieldIn, useFocusAfter } from '../../shared/useFocusAfter.ts';
import { useItemKeys } from './useItemKeys.ts';

type Item = Readonly<Record<string, unknown>>;
type BlockItemsFieldProps = {
  field: Extract<BlockFieldSpec, { kind: 'list' }>;
  items: readonly Item[];
  problems: Readonly<Record<string, string>>;
  onChange: (items: Item[]) => void;
};

/** A list inside a block: its entries in order, each with its own fields. */
export function BlockItemsField({ field, items, problems, onChange }: BlockItemsFieldProps) {
  const { keys, moved, removed } = useItemKeys(items.length);
  const id = useId();
  const focusAfter = useFocusAfter(keys.join(' '));
  const place = (at: number) => `${id}-${at}`;
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    moved(from, to);
    const steps = [`Move ${field.item} ${to + 1} up`, `Move ${field.item} ${to + 1} down`].map((name) => buttonIn(place(to), name));
    focusAfter(...(to < from ? steps : steps.toReversed()));
    onChange(next);
  };
  const remove = (at: number) => {
    removed(at);
    focusAfter(buttonIn(place(at)), buttonIn(place(at - 1)), buttonIn(id));
    onChange(items.filter((_, other) => other !== at));
  };
  const add = () => {
    focusAfter(fieldIn(place(items.length)));
    onChange([...items, field.make()]);
  };
  return (
    <Stack gap="3" role="group" aria-label={field.label} id={id}>
      <Text textStyle="sm" fontWeight="550">
        {field.label}
      </Text>
      {items.map((item, at) => {
        const name = `${field.item} ${at + 1}`;
        const start = `${field.name}.${at}.`;
        const own = Object.fromEntries(
          Object.entries(problems).flatMap(([path, message]) => (path.startsWith(start) ? [[path.slice(start.length), message]] : [])),
        );
        return (
          <Box key={keys[at]} id={place(at)} tabIndex={-1} role="group" aria-label={name} borderWidth="1px" borderRadius="lg" p="4">
            <HStack justify="space-between" mb="3">
              <Text fontSize="sm" color="fg.muted">
                {name}
              </Text>
              <HStack gap="0">
                <IconButton size="xs" variant="ghost" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, at - 1)}>
                  <ArrowUp size={16} />
                </IconButton>
                <IconButton
                  size="xs"
                  variant="ghost"
                  aria-label={`Move ${name} down`}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDown size={16} />
                </IconButton>
                <IconButton size="xs" variant="ghost" aria-label={`Remove ${name}`} onClick={() => remove(at)}>
                  <Trash2 size={16} />
                </IconButton>
              </HStack>
            </HStack>
            <Stack gap="4">
              {field.fields.map((inner) => (
                <BlockField
                  key={inner.name}
                  field={inner}
                  values={item}
                  problems={own}
                  onChange={(change) => onChange(items.map((other, position) => (position === at ? { ...other, ...change } : other)))}
                />
              ))}
            </Stack>
          </Box>
        );
      })}
      <Button size="xs" variant="outline" alignSelf="flex-start" disabled={items.length >= 60} onClick={add}>
        <Plus size={14} />
        Add {field.item.toLowerCase()}
      </Button>
    </Stack>
  );
}
