import { Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { SearchIcon } from 'lucide-react';

export type SearchInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & { label: string; value: string; onValueChange: (value: string) => void };

/** A search box; `label` is read to screen readers, the placeholder is what others see. */
export function SearchInput({ label, value, onValueChange, ...input }: SearchInputProps) {
  return (
    <InputGroup startElement={<SearchIcon size={16} aria-hidden />} maxW="md">
      <Input type="search" aria-label={label} bg="bg.panel" value={value} onChange={(event) => onValueChange(event.currentTarget.value)} {...input} />
    </InputGroup>
  );
}
