import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from 'lucide-react';
import { Box, Button, Flex, Heading, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import { FormError, TextAreaField, TextField } from '@masomo/design-system/forms';
import type { FieldSpec } from '../shared/sectionSpecs.ts';
import { SectionFields, type SectionDraft } from './SectionFields.tsx';
import { valueAt } from './valueAt.ts';

type ListFieldProps = { label: string; entry: string; path: string; draft: SectionDraft; blank: unknown; fields?: readonly FieldSpec[]; isLong?: boolean | undefined };

/** Entries whose order visitors see: add, remove, move by buttons. */
export function ListField({ label, entry, path, draft, blank, fields, isLong }: ListFieldProps) {
  const found = valueAt(draft.value, path);
  const items: unknown[] = Array.isArray(found) ? found : [];
  const at = (index: number) => (path ? `${path}.${index}` : String(index));
  const put = (next: unknown[]) => draft.change(path, next);
  const swap = (index: number, other: number) => put(items.map((item, place) => (place === index ? items[other] : place === other ? items[index] : item)));
  return (
    <Box as="section" aria-label={label}>
      <Heading as="h2" size="sm" mb="3">{label}</Heading>
      <Stack gap="3">
        <FormError>{draft.problems[path]}</FormError>
        {items.length === 0 && <Text color="fg.muted" fontSize="sm">None yet.</Text>}
        {items.map((item, index) => {
          const name = `${entry} ${index + 1}`;
          const line = { label: name, error: draft.problems[at(index)], value: typeof item === 'string' ? item : '' };
          return (
            <Flex key={index} gap="3" align="flex-start" direction={{ base: 'column', md: 'row' }} borderWidth={fields ? '1px' : undefined} borderRadius="lg" p={fields ? '4' : undefined}>
              <Box flex="1" w="full">
                {fields && <Text fontWeight="600" mb="3">{name}</Text>}
                {fields && <SectionFields fields={fields} prefix={at(index)} draft={draft} />}
                {!fields && isLong && <TextAreaField rows={3} {...line} onChange={(event) => draft.change(at(index), event.currentTarget.value)} />}
                {!fields && !isLong && <TextField {...line} onChange={(event) => draft.change(at(index), event.currentTarget.value)} />}
              </Box>
              <HStack gap="1" mt={fields ? undefined : { md: '6' }}>
                <IconButton size="sm" variant="ghost" aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => swap(index, index - 1)}><ArrowUpIcon size={16} /></IconButton>
                <IconButton size="sm" variant="ghost" aria-label={`Move ${name} down`} disabled={index === items.length - 1} onClick={() => swap(index, index + 1)}><ArrowDownIcon size={16} /></IconButton>
                <IconButton size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={() => put(items.filter((_, place) => place !== index))}><Trash2Icon size={16} /></IconButton>
              </HStack>
            </Flex>
          );
        })}
        <Box><Button size="sm" variant="outline" onClick={() => put([...items, blank])}>Add {entry.toLowerCase()}</Button></Box>
      </Stack>
    </Box>
  );
}
