import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from 'lucide-react';
import { Box, Button, Flex, Heading, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import { FormError, TextAreaField, TextField } from '@masomo/design-system/forms';
import { buttonIn, fieldIn, useFocusAfter } from '../shared/useFocusAfter.ts';
import type { SectionDraft } from './sectionDraft.ts';
import { valueAt } from './valueAt.ts';

type ListFieldProps = {
  label: string;
  entry: string;
  path: string;
  draft: SectionDraft;
  blank: unknown;
  /** Renders the fields of the entry at a path; without it, an entry is one line of text. */
  renderEntry?: (path: string) => ReactNode;
  isLong?: boolean | undefined;
};

/** A list whose order visitors see: add, remove and move entries. */
export function ListField({ label, entry, path, draft, blank, renderEntry, isLong }: ListFieldProps) {
  const found = valueAt(draft.value, path);
  const items: unknown[] = Array.isArray(found) ? found : [];
  const pathOf = (index: number) => (path ? `${path}.${index}` : String(index));
  const put = (next: unknown[]) => draft.change(path, next);
  const id = useId();
  const line = (index: number) => `${id}-${index}`;
  const nameOf = (index: number) => `${entry} ${index + 1}`;
  const focusAfter = useFocusAfter(JSON.stringify(items));
  const swap = (index: number, other: number) => {
    const name = nameOf(other);
    const steps = [t`Move ${name} up`, t`Move ${name} down`].map((label) => buttonIn(line(other), label));
    focusAfter(...(other < index ? steps : steps.toReversed()));
    put(items.map((item, position) => (position === index ? items[other] : position === other ? items[index] : item)));
  };
  const remove = (index: number) => {
    focusAfter(fieldIn(line(index)), fieldIn(line(index - 1)), buttonIn(id));
    put(items.filter((_, position) => position !== index));
  };
  const add = () => {
    focusAfter(fieldIn(line(items.length)));
    put([...items, blank]);
  };
  return (
    <Box as="section" aria-label={label} id={id}>
      <Heading as="h2" size="sm" mb="3">
        {label}
      </Heading>
      <Stack gap="3">
        <FormError>{draft.problems[path]}</FormError>
        {items.length === 0 && (
          <Text color="fg.muted" fontSize="sm">
            <Trans>None yet.</Trans>
          </Text>
        )}
        {items.map((item, index) => {
          const name = nameOf(index);
          const text = { label: name, error: draft.problems[pathOf(index)], value: typeof item === 'string' ? item : '' };
          return (
            <Flex
              key={index}
              id={line(index)}
              gap="3"
              align="flex-start"
              direction={{ base: 'column', md: 'row' }}
              borderWidth={renderEntry ? '1px' : undefined}
              borderRadius="lg"
              p={renderEntry ? '4' : undefined}
            >
              <Box flex="1" w="full">
                {renderEntry && (
                  <Text fontWeight="600" mb="3">
                    {name}
                  </Text>
                )}
                {renderEntry?.(pathOf(index))}
                {!renderEntry && isLong && (
                  <TextAreaField rows={3} {...text} onChange={(event) => draft.change(pathOf(index), event.currentTarget.value)} />
                )}
                {!renderEntry && !isLong && (
                  <TextField {...text} onChange={(event) => draft.change(pathOf(index), event.currentTarget.value)} />
                )}
              </Box>
              <HStack gap="1" mt={renderEntry ? undefined : { md: '6' }}>
                <IconButton
                  size="sm"
                  variant="ghost"
                  aria-label={t`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowUpIcon size={16} />
                </IconButton>
                <IconButton
                  size="sm"
                  variant="ghost"
                  aria-label={t`Move ${name} down`}
                  disabled={index === items.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowDownIcon size={16} />
                </IconButton>
                <IconButton size="sm" variant="ghost" aria-label={t`Remove ${name}`} onClick={() => remove(index)}>
                  <Trash2Icon size={16} />
                </IconButton>
              </HStack>
            </Flex>
          );
        })}
        <Box>
          <Button size="sm" variant="outline" onClick={add}>
            <Trans>Add {entry.toLowerCase()}</Trans>
          </Button>
        </Box>
      </Stack>
    </Box>
  );
}
