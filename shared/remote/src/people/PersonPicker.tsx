import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { PersonOption, PersonSource } from '@masomo/data/people/personSources';
import { Box, Button, HStack } from '@masomo/design-system';
import { FieldFrame, Input, type FieldFrameProps } from '@masomo/design-system/forms';
import { PersonList } from './PersonList.tsx';
import { usePersonSearch } from './usePersonSearch.ts';

type PersonPickerProps = Omit<FieldFrameProps, 'readOnly'> & {
  source: PersonSource;
  /** The id of who is chosen; empty for nobody. */
  value: string;
  /** People whose names the form knows already, such as who was chosen before. */
  known?: readonly Pick<PersonOption, 'id' | 'name'>[];
  onChoose: (person: PersonOption | null) => void;
  /** What an empty field means. */
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
};

/** On a phone the open picker is a sheet of its own, above the keyboard. */
const sheet = {
  position: { base: 'fixed', md: 'static' },
  inset: { base: '0', md: 'auto' },
  zIndex: { base: 'popover', md: 'auto' },
  bg: { base: 'bg.panel', md: 'transparent' },
  p: { base: '4', md: '0' },
  overflowY: { base: 'auto', md: 'visible' },
} as const;

/** Finds one person, by keyboard (combobox pattern of the WAI-ARIA practices) and by thumb. */
export function PersonPicker({ source, value, known = [], onChoose, placeholder, ref, ...field }: PersonPickerProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [picked, setPicked] = useState<PersonOption>();
  const input = useRef<HTMLInputElement>(null);
  const search = usePersonSearch(source, isOpen);
  const chosen = [...(picked ? [picked] : []), ...known].find(({ id }) => id === value);

  function close() {
    setIsOpen(false);
    search.clear();
  }
  function choose(person: PersonOption | null) {
    setPicked(person ?? undefined);
    onChoose(person);
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) search.move(event.key === 'ArrowDown' ? 1 : -1);
      else setIsOpen(true);
    } else if (event.key === 'Enter' && isOpen) {
      // The form is not sent by choosing.
      event.preventDefault();
      if (search.active) choose(search.active);
    }
  }
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target !== input.current) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const ended = new AbortController();
    // Before the document, where a dialog around it listens: of the two only the list closes.
    window.addEventListener('keydown', (event) => onEscape(event), { capture: true, signal: ended.signal });
    return () => ended.abort();
  }, [isOpen]);
  return (
    <Box
      {...(isOpen ? sheet : {})}
      onBlur={({ currentTarget, relatedTarget }) => isOpen && !currentTarget.contains(relatedTarget) && close()}
    >
      <FieldFrame {...field}>
        {({ required, ...control }) => (
          <HStack gap="2">
            <Input
              {...control}
              aria-required={required}
              ref={(element: HTMLInputElement | null) => {
                input.current = element;
                if (typeof ref === 'function') ref(element);
                else if (ref) ref.current = element;
              }}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && search.active ? `${listId}-${search.active.id}` : undefined}
              autoComplete="off"
              placeholder={(isOpen ? undefined : placeholder) ?? t`Name, number or phone`}
              value={isOpen ? search.text : (chosen?.name ?? '')}
              onChange={({ currentTarget }) => {
                setIsOpen(true);
                search.type(currentTarget.value);
              }}
              onClick={() => setIsOpen(true)}
              onKeyDown={onKeyDown}
            />
            {isOpen ? (
              <Button variant="ghost" hideFrom="md" onClick={close}>
                <Trans>Close</Trans>
              </Button>
            ) : (
              value !== '' &&
              !field.required && (
                <Button
                  variant="ghost"
                  aria-label={t`Clear ${chosen?.name ?? ''}`}
                  onClick={() => {
                    choose(null);
                    input.current?.focus();
                  }}
                >
                  <span aria-hidden>×</span>
                </Button>
              )
            )}
          </HStack>
        )}
      </FieldFrame>
      {isOpen && <PersonList id={listId} label={field.label} search={search} chosenId={value} onChoose={choose} />}
    </Box>
  );
}
