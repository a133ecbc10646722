import type { Ref } from 'react';
import { chakra, defineRecipe, type HTMLChakraProps } from '@chakra-ui/react';

const checkboxRecipe = defineRecipe({
  className: 'ds-checkbox',
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    flexShrink: '0',
    boxSize: '1.125rem',
    m: '0',
    cursor: 'pointer',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    transitionProperty: 'background, border-color',
    transitionDuration: 'fast',
    _hover: { borderColor: 'accent.solid' },
    _checked: { bg: 'accent.solid', borderColor: 'accent.solid' },
    _indeterminate: { bg: 'accent.solid', borderColor: 'accent.solid' },
    _before: {
      content: '""',
      boxSize: '0.6875rem',
      bg: 'accent.contrast',
      opacity: 0,
      clipPath: 'polygon(14% 48%, 4% 60%, 40% 92%, 98% 20%, 86% 9%, 38% 69%)',
    },
    '&:checked::before, &:indeterminate::before': { opacity: 1 },
    '&:indeterminate::before': { clipPath: 'inset(40% 8%)' },
    _invalid: { borderColor: 'border.error' },
    _disabled: { layerStyle: 'disabled' },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
});

const Box = chakra('input', checkboxRecipe, { defaultProps: { type: 'checkbox' } });

export type CheckboxProps = Omit<HTMLChakraProps<'input'>, 'type' | 'size'> & {
  /** Some but not all of its items are selected. */
  isIndeterminate?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A native checkbox; the caller renders its label. */
export function Checkbox({ isIndeterminate = false, ref, ...input }: CheckboxProps) {
  return (
    <Box
      {...input}
      ref={(element: HTMLInputElement | null) => {
        if (element) element.indeterminate = isIndeterminate;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
    />
  );
}
