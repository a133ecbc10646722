import { useId, type ReactNode } from 'react';
import { chakra } from '@chakra-ui/react';

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    overflowX: 'auto',
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
    whiteSpace: 'nowrap',
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
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '0' },
    '&:has(:disabled)': { layerStyle: 'disabled' },
    '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid' } },
  },
});
const Flow = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });
const Pill = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    h: '9',
    px: '3.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'full',
    textStyle: 'sm',
    fontWeight: '500',
    cursor: 'pointer',
    position: 'relative',
    userSelect: 'none',
    '&:not(:has(:checked)):hover': { bg: 'bg.muted' },
    '&:has(:checked)': { bg: 'accent.solid', borderColor: 'accent.solid', color: 'accent.contrast' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '2px' },
    '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid' } },
  },
});
// Covers its label, so that pointer, touch and screen reader reach the native radio button.
const Radio = chakra('input', { base: { position: 'absolute', inset: '0', opacity: 0, cursor: 'inherit', m: '0' } });

export type SegmentedToggleProps<V extends string> = {
  label: string;
  /** `pills` are apart from each other, for more options than fit in a row. */
  look?: 'segments' | 'pills';
  options: readonly { value: V; label: ReactNode }[];
} & (
  | {
      /** Null while nothing is selected. */
      value: V | null;
      onChange: (value: V) => void;
      /** Name of the radio buttons, for a page whose styles or first script follow them before React does. */
      name?: string;
    }
  /** Kept by the browser alone, for styles that follow it. */
  | { defaultValue: V; name: string }
);

/** A few options side by side: a radio group styled as one control. */
export function SegmentedToggle<V extends string>({ label, look = 'segments', options, name, ...choice }: SegmentedToggleProps<V>) {
  const id = useId();
  const [GroupOf, OptionOf] = look === 'pills' ? [Flow, Pill] : [Group, Option];
  return (
    <GroupOf role="radiogroup" aria-label={label} {...(name === undefined ? {} : { 'data-native': '' })}>
      {options.map((option) => (
        <OptionOf key={option.value}>
          <Radio
            type="radio"
            name={name ?? id}
            value={option.value}
            {...('value' in choice
              ? { checked: option.value === choice.value, onChange: () => choice.onChange(option.value) }
              : { defaultChecked: option.value === choice.defaultValue })}
          />
          <span>{option.label}</span>
        </OptionOf>
      ))}
    </GroupOf>
  );
}
