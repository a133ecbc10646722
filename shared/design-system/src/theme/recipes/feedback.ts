import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

const status = (colorPalette: string) => ({ root: { colorPalette } });

export const alertRecipe = defineSlotRecipe({
  className: 'ds-alert',
  slots: ['root', 'content', 'description', 'indicator', 'title'],
  base: {
    root: { width: 'full', display: 'flex', alignItems: 'flex-start', position: 'relative', borderRadius: 'l2' },
    content: { display: 'flex', flexDirection: 'column', flex: '1', gap: '0.5', minW: '0' },
    title: { fontWeight: '600' },
    description: { display: 'block', overflowWrap: 'anywhere' },
    indicator: {
      display: 'inline-flex',
      flexShrink: '0',
      boxSize: '1.25em',
      mt: '0.1em',
      color: 'colorPalette.fg',
      _icon: { boxSize: 'full' },
    },
  },
  variants: {
    status: {
      info: status('info'),
      warning: status('warning'),
      success: status('success'),
      error: status('danger'),
      neutral: status('gray'),
    },
    inline: { true: { content: { flexDirection: 'row', alignItems: 'center', gap: '2' } }, false: {} },
    variant: {
      subtle: {
        root: { bg: 'colorPalette.subtle', color: 'fg', boxShadow: 'inset 0 0 0 1px {colors.colorPalette.emphasized}' },
        title: { color: 'colorPalette.fg' },
      },
      surface: { root: { bg: 'bg.panel', color: 'fg', boxShadow: 'inset 0 0 0 1px {colors.border}' }, title: { color: 'fg' } },
      outline: { root: { color: 'fg', boxShadow: 'inset 0 0 0 1px {colors.colorPalette.border}' }, title: { color: 'colorPalette.fg' } },
      solid: { root: { bg: 'colorPalette.solid', color: 'colorPalette.contrast' }, indicator: { color: 'inherit' } },
    },
    size: {
      sm: { root: { gap: '2', px: '3', py: '2', textStyle: 'xs' } },
      md: { root: { gap: '3', px: '4', py: '3', textStyle: 'sm' } },
      lg: { root: { gap: '3', px: '5', py: '4', textStyle: 'md' } },
    },
  },
  defaultVariants: { status: 'info', variant: 'subtle', size: 'md', inline: false },
});

export const skeletonRecipe = defineRecipe({
  className: 'ds-skeleton',
  variants: {
    loading: {
      true: {
        borderRadius: 'l1',
        bg: 'bg.emphasized',
        color: 'transparent',
        boxShadow: 'none',
        cursor: 'default',
        pointerEvents: 'none',
        userSelect: 'none',
        flexShrink: '0',
        '&::before, &::after, *': { visibility: 'hidden' },
      },
      false: { animation: 'fade-in 0.15s ease-out' },
    },
    variant: { pulse: {}, shine: {}, none: {} },
  },
  compoundVariants: [{ loading: true, variant: ['pulse', 'shine'], css: { animation: 'pulse' } }],
  defaultVariants: { variant: 'pulse', loading: true },
});

const spin = (size: string) => ({ '--spinner-size': size });

export const spinnerRecipe = defineRecipe({
  className: 'ds-spinner',
  base: {
    display: 'inline-block',
    boxSize: 'var(--spinner-size)',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'currentColor',
    borderRadius: 'full',
    borderBottomColor: 'transparent',
    borderInlineStartColor: 'transparent',
    animation: 'spin',
  },
  variants: {
    size: { inherit: spin('1em'), xs: spin('0.75rem'), sm: spin('1rem'), md: spin('1.25rem'), lg: spin('2rem'), xl: spin('2.5rem') },
  },
  defaultVariants: { size: 'md' },
});
