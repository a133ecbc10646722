import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { IconButton, InputGroup, type InputProps } from '@chakra-ui/react';
import { SearchIcon, XIcon } from 'lucide-react';
import { Input } from './controls.tsx';

export type SearchInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
};

/** A search field; `label` is its accessible name. Escape clears it. */
export function SearchInput({ label, value, onValueChange, placeholder = label, onKeyDown, ...input }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    box.current?.focus();
  };
  return (
    <InputGroup
      maxW="md"
      startElement={<SearchIcon size={16} aria-hidden />}
      endElementProps={{ px: '1' }}
      // Always rendered: inserting it at the first keystroke would recalculate the styles of the whole page.
      endElement={
        <IconButton
          size="xs"
          variant="ghost"
          type="button"
          aria-label={t`Clear search`}
          style={{ visibility: value ? 'visible' : 'hidden' }}
          onClick={clear}
        >
          <XIcon aria-hidden />
        </IconButton>
      }
    >
      <Input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        {...input}
        ref={box}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault();
            event.stopPropagation();
            onValueChange('');
          }
          onKeyDown?.(event);
        }}
      />
    </InputGroup>
  );
}
