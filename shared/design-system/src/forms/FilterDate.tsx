import { useId } from 'react';
import { Input } from './controls.tsx';
import { FilterLabel, FilterPill } from './filterPill.ts';

export type FilterDateProps = { label: string; value: string; min?: string; max?: string; onValueChange: (day: string) => void };

/** A day that a list begins or ends with, its label inside. */
export function FilterDate({ label, value, min, max, onValueChange }: FilterDateProps) {
  const id = useId();
  return (
    <FilterPill>
      <FilterLabel htmlFor={id}>{label}</FilterLabel>
      <Input
        id={id}
        type="date"
        size="sm"
        w="auto"
        minW="0"
        px={{ base: '1.5', md: '2.5' }}
        flexGrow="1"
        borderWidth="0"
        bg="transparent"
        h="var(--filter-height)"
        value={value}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </FilterPill>
  );
}
