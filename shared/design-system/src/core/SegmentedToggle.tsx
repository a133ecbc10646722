import { useId, type ReactNode } from 'react';
import { chakra } from '@chakra-ui/react';

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    maxW: 'full',
    gap: '0.5',
    p: '0.5',
    bg: 'bg.muted',
    borderRadius: 'l2',
    boxShadow: 'inset 0 0 0 1px {colors.border}',
  },
});
const Option = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minH: '9',
    px: { base: '2.5', sm: '3.5' },
    textAlign: 'center',
    borderRadius: 'md',
    textStyle: 'sm',
    fontWeight: '550',
    cursor: 'pointer',
    color: 'fg.muted',
    position: 'relative',
    userSelect: 'none',
    transitionProperty: 'background, color, box-shadow',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    '&:has(:checked)': { bg: { _light: 'bg.panel', _dark: 'border.emphasized' }, color: 'fg', boxShadow: 'sm' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '1px' },
    '&:has(:disabled)': { layerStyle: 'disabled' },
    '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid' } },
  },
});
// Covers its label, so that pointer, touch and screen reader reach the native radio button.
const Radio = chakra('input', { base: { position: 'absolute', inset: '0', opacity: 0, cursor: 'inherit', m: '0' } });

export type SegmentedToggleProps<V extends string> = {
  label: string;
  /** Null while nothing is selected. */
  value: V | null;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
};

/** A few options side by side: a radio group styled as one control. */
export function SegmentedToggle<V extends string>({ label, value, options, onChange }: SegmentedToggleProps<V>) {
  const name = useId();
  return (
    <Group role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Option key={option.value}>
          <Radio type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </Option>
      ))}
    </Group>
  );
}
