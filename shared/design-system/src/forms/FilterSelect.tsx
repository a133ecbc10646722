import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { IconButton } from '@chakra-ui/react';
import { XIcon } from 'lucide-react';
import { NativeSelect } from './controls.tsx';
import { FilterLabel, FilterPill } from './filterPill.ts';
import type { SelectOption } from './SelectField.tsx';

export type FilterSelectProps = {
  label: string;
  /** The first one filters nothing, unless `isRequired`. */
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  /** Every option narrows the list, as a term does, so there is nothing to clear. */
  isRequired?: boolean;
};

const valueOf = (option: SelectOption | undefined) => (typeof option === 'object' ? option.value : (option ?? ''));

/** A filter of a list with its label inside; once it filters it is a chip that can be cleared. */
export function FilterSelect({ label, options, value, onValueChange, isRequired = false }: FilterSelectProps) {
  const id = useId();
  const everything = valueOf(options[0]);
  const isFiltered = !isRequired && value !== everything;
  const hasLabel = isRequired || isFiltered;
  return (
    <FilterPill data-filtered={isFiltered ? '' : undefined}>
      {hasLabel && (
        <FilterLabel htmlFor={id} aria-hidden>
          {label}
        </FilterLabel>
      )}
      <NativeSelect.Root size="sm" w="auto" minW="0" flexGrow="1">
        <NativeSelect.Field
          id={id}
          aria-label={label}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          borderWidth="0"
          bg="transparent"
          h="var(--filter-height)"
          maxW={{ base: 'full', md: '60' }}
          textOverflow="ellipsis"
          fontWeight={isFiltered ? '550' : undefined}
          css={{ fieldSizing: 'content' }}
        >
          {options.map((option) => (
            <option key={valueOf(option)} value={valueOf(option)}>
              {typeof option === 'string' ? option : option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {isFiltered && (
        <IconButton size="xs" me="1" variant="ghost" aria-label={t`Clear ${label}`} onClick={() => onValueChange(everything)}>
          <XIcon aria-hidden />
        </IconButton>
      )}
    </FilterPill>
  );
}
