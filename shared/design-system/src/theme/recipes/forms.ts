import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

/** Styles of all form controls. Text is 16px on small screens, because iOS zooms in on smaller text. */
const control = {
  width: '100%',
  minWidth: '0',
  position: 'relative',
  appearance: 'none',
  textAlign: 'start',
  color: 'fg',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'l2',
  transitionProperty: 'border-color, box-shadow',
  transitionDuration: 'fast',
  _hover: { borderColor: 'fg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-1px', borderColor: 'accent.focusRing' },
  _invalid: { borderColor: 'border.error', _focusVisible: { outlineColor: 'border.error' } },
  _disabled: { cursor: 'not-allowed', bg: 'bg.muted', color: 'fg.muted', borderColor: 'border' },
  _readOnly: { bg: 'bg.muted', borderColor: 'border.emphasized' },
} as const;
const small = { base: 'md', md: 'sm' } as const;
const variants = {
  outline: {},
  subtle: { bg: 'bg.muted', borderColor: 'transparent' },
  flushed: { borderRadius: '0', borderWidth: '0', borderBottomWidth: '1px', px: '0' },
};
const size = (height: string, px: string, textStyle: string | { base: string; md: string }) => ({
  '--input-height': `spacing.${height}`,
  px,
  textStyle,
});

export const inputRecipe = defineRecipe({
  className: 'ds-input',
  base: { ...control, height: 'var(--input-height)' },
  variants: {
    size: { xs: size('8', '2', 'xs'), sm: size('9', '2.5', small), md: size('10', '3', small), lg: size('12', '3.5', 'md') },
    variant: variants,
  },
  defaultVariants: { size: 'md', variant: 'outline' },
});

export const textareaRecipe = defineRecipe({
  className: 'ds-textarea',
  base: { ...control, minHeight: '20', _readOnly: { bg: 'bg.muted' } },
  variants: {
    size: {
      sm: { px: '2.5', py: '1.5', textStyle: small },
      md: { px: '3', py: '2', textStyle: small },
      lg: { px: '3.5', py: '2.5', textStyle: 'md' },
    },
    variant: variants,
  },
  defaultVariants: { size: 'md', variant: 'outline' },
});

export const nativeSelectRecipe = defineSlotRecipe({
  className: 'ds-select',
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { display: 'flex', position: 'relative', width: '100%', height: 'fit-content' },
    // A select is never read-only, but matches `:read-only`.
    field: {
      ...control,
      _readOnly: {},
      height: 'var(--input-height)',
      cursor: 'pointer',
      textOverflow: 'ellipsis',
      '& > option, & > optgroup': { bg: 'bg.panel', color: 'fg' },
    },
    indicator: {
      position: 'absolute',
      top: '50%',
      insetEnd: '3',
      translate: '0 -50%',
      pointerEvents: 'none',
      color: 'fg.muted',
      _icon: { boxSize: '1rem' },
      _disabled: { opacity: 0.5 },
    },
  },
  variants: {
    variant: {
      outline: {},
      subtle: { field: { bg: 'bg.muted', borderColor: 'transparent' } },
      plain: { field: { borderColor: 'transparent', bg: 'transparent' } },
    },
    size: {
      xs: { field: { '--input-height': 'spacing.8', ps: '2', pe: '8', textStyle: 'xs' } },
      sm: { field: { '--input-height': 'spacing.9', ps: '2.5', pe: '9', textStyle: small } },
      md: { field: { '--input-height': 'spacing.10', ps: '3', pe: '9', textStyle: small } },
      lg: { field: { '--input-height': 'spacing.12', ps: '3.5', pe: '10', textStyle: 'md' } },
    },
  },
  defaultVariants: { size: 'md', variant: 'outline' },
});

export const fieldsetRecipe = defineSlotRecipe({
  className: 'ds-fieldset',
  slots: ['root', 'errorText', 'helperText', 'legend', 'content'],
  base: {
    root: { display: 'flex', flexDirection: 'column', width: 'full', gap: '4', minW: '0' },
    content: { display: 'flex', flexDirection: 'column', width: 'full', gap: '4' },
    legend: { color: 'fg', fontWeight: '600', textStyle: 'md', mb: '3' },
    helperText: { color: 'fg.muted', textStyle: 'sm' },
    errorText: { color: 'fg.error', textStyle: 'sm', fontWeight: '500' },
  },
  variants: { size: { sm: { root: { gap: '2' } }, md: {}, lg: { root: { gap: '6' } } } },
  defaultVariants: { size: 'md' },
});
