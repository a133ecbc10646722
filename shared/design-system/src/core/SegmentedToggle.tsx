import { useId } from 'react';
import { Box, chakra, HStack } from '@chakra-ui/react';
import { VisuallyHidden } from '@chakra-ui/react';

const Label = chakra('label');

export type SegmentedToggleProps<V extends string> = { label: string; value: V; options: readonly { value: V; label: React.ReactNode }[]; onChange: (value: V) => void };

/** A choice of few, side by side: a radio group that looks like one control. */
export function SegmentedToggle<V extends string>({ label, value, options, onChange }: SegmentedToggleProps<V>) {
  const name = useId();
  return (
    <HStack role="radiogroup" aria-label={label} gap="1" p="1" bg="bg.muted" borderRadius="full" w="fit-content">
      {options.map((option) => (
        <Label
          key={option.value} px="4" py="1.5" borderRadius="full" fontSize="sm" fontWeight="600" cursor="pointer" color="fg.muted" transition="background 0.15s"
          css={{ '&:has(:checked)': { bg: 'bg.panel', color: 'fg', boxShadow: 'sm' }, '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing' } }}
        >
          <VisuallyHidden asChild>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          </VisuallyHidden>
          <Box as="span">{option.label}</Box>
        </Label>
      ))}
    </HStack>
  );
}
