import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { findFeePayers, quickFeeKeys, type FeePayer } from '../../data/quickFees.ts';
import { Box, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { formatBalance } from '../shared/money.ts';

const listId = 'fee-payers';
const shortest = 2;

/** Step 1: find a student by name or admission number. Enter takes the marked one. */
export function SearchStep({ onAdd, onNext }: { onAdd: (payer: FeePayer) => void; onNext: () => void }) {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const text = useDeferredValue(search.trim());
  const { data, error } = useQuery(text.length >= shortest ? quickFeeKeys.payers(text) : null, (db) => findFeePayers(db, text));
  const found = search.trim() === '' ? [] : (data ?? []);
  const marked = found[Math.min(active, found.length - 1)];
  const take = (payer: FeePayer | undefined) => {
    if (!payer) return;
    onAdd(payer);
    setSearch('');
    setActive(0);
  };
  // A typist's Enter comes before the list does.
  const find = useCommand(findFeePayers, { onSuccess: ([first]) => take(first) });
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (search.trim() === '') onNext();
      else if (data && text === search.trim()) take(marked);
      else void find.run(search.trim());
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Escape') setSearch('');
  }
  return (
    <Card.Root as="section" aria-labelledby="step-find">
      <Card.Header>
        <Heading as="h2" size="md" id="step-find">
          <Trans>1. Find</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <TextField
          id="fee-search"
          label={t`Name or admission number`}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(marked ? { 'aria-activedescendant': `payer-${marked.id}` } : {})}
          autoFocus
          autoComplete="off"
          value={search}
          error={(find.error ?? error)?.userMessage}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Text srOnly role="status">
          {data && search.trim() !== '' && plural(found.length, { one: '# student found', other: '# students found' })}
        </Text>
        <Stack id={listId} role="listbox" aria-label={t`Students found`} gap="1" mt="2">
          {found.map((payer) => (
            <HStack
              key={payer.id}
              id={`payer-${payer.id}`}
              role="option"
              aria-selected={payer === marked}
              justify="space-between"
              gap="4"
              px="3"
              py="2"
              borderRadius="md"
              cursor="pointer"
              {...(payer === marked ? { bg: 'bg.muted' } : {})}
              _hover={{ bg: 'bg.muted' }}
              onClick={() => take(payer)}
            >
              <Box minW="0">
                <Text fontWeight="600">{payer.name}</Text>
                <Text fontSize="sm" color="fg.muted">
                  {[payer.admissionNumber, payer.className].filter(Boolean).join(' · ')}
                </Text>
              </Box>
              <Text whiteSpace="nowrap">{formatBalance(payer.balance)}</Text>
            </HStack>
          ))}
        </Stack>
        {data?.length === 0 && search.trim() !== '' && text === search.trim() && (
          <Text color="fg.muted">
            <Trans>No student has this name or number. Check the spelling, or type less.</Trans>
          </Text>
        )}
      </Card.Body>
    </Card.Root>
  );
}
