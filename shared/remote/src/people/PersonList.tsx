import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PersonOption } from '@masomo/data/people/personSources';
import { Box, Button, HStack, List, Text } from '@masomo/design-system';
import { formatNumber } from '@masomo/domain/number';
import type { PersonSearch } from './usePersonSearch.ts';

type PersonListProps = {
  id: string;
  label: ReactNode;
  search: PersonSearch;
  chosenId: string;
  onChoose: (person: PersonOption) => void;
};

/** The field keeps the focus while the list is pressed. */
const keepFocus = (event: React.PointerEvent | React.MouseEvent) => event.preventDefault();

/** Whom the search of a picker found, or why nobody. */
export function PersonList({ id, label, search, chosenId, onChoose }: PersonListProps) {
  const { found, total, isSearching, error, reload, active, showMore } = search;
  const list = useRef<HTMLUListElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  return (
    <Box mt="2" borderWidth="1px" borderRadius="md" bg="bg.panel" onMouseDown={keepFocus}>
      <List.Root
        ref={list}
        id={id}
        role="listbox"
        aria-label={typeof label === 'string' ? label : t`People`}
        aria-busy={isSearching}
        listStyle="none"
        ps="0"
        maxH={{ base: 'calc(100dvh - 13rem)', md: '64' }}
        overflowY="auto"
      >
        {found.map((person) => (
          <List.Item
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person.id === chosenId}
            data-active={person.id === activeId ? '' : undefined}
            px="3"
            py="2"
            minH="11"
            flexShrink="0"
            cursor="pointer"
            bg={person.id === activeId ? 'bg.emphasized' : undefined}
            _hover={{ bg: 'bg.muted' }}
            onClick={() => onChoose(person)}
          >
            <Text fontWeight="550">{person.name}</Text>
            <Text textStyle="xs" color="fg.muted">
              {person.detail}
            </Text>
          </List.Item>
        ))}
      </List.Root>
      <HStack justify="space-between" gap="3" px="3" minH="11" borderTopWidth={found.length > 0 ? '1px' : undefined}>
        <Text role="status" textStyle="xs" color={error ? 'fg.error' : 'fg.muted'}>
          {error
            ? error.userMessage
            : isSearching && found.length === 0
              ? t`Searching...`
              : found.length === 0
                ? t`Nobody found. Try another part of the name, or a number.`
                : t`${formatNumber(found.length)} of ${formatNumber(total)}`}
        </Text>
        {error ? (
          <Button size="sm" variant="ghost" onClick={() => void reload()}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          found.length < total && (
            <Button size="sm" variant="ghost" onClick={showMore}>
              <Trans>Show more</Trans>
            </Button>
          )
        )}
      </HStack>
    </Box>
  );
}
