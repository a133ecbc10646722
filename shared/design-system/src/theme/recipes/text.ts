import { defineRecipe } from '@chakra-ui/react';
import { textStyles } from '../tokens.ts';

const bySize = Object.fromEntries(Object.keys(textStyles).map((size) => [size, { textStyle: size }]));

export const headingRecipe = defineRecipe({
  className: 'ds-heading',
  base: { fontFamily: 'heading', fontWeight: '650', textWrap: 'balance', color: 'fg' },
  variants: { size: bySize },
  defaultVariants: { size: 'xl' },
});

export const linkRecipe = defineRecipe({
  className: 'ds-link',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    cursor: 'pointer',
    borderRadius: 'xs',
    color: 'colorPalette.fg',
    textUnderlineOffset: '0.2em',
    textDecorationThickness: '1px',
    transitionProperty: 'color, text-decoration-color',
    transitionDuration: 'fast',
  },
  variants: {
    variant: {
      underline: { textDecoration: 'underline', textDecorationColor: 'currentColor/35', _hover: { textDecorationColor: 'currentColor' } },
      plain: { _hover: { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { variant: 'plain' },
});

export const badgeRecipe = defineRecipe({
  className: 'ds-badge',
  base: {
    colorPalette: 'gray',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    flexShrink: '0',
    borderRadius: 'full',
    fontWeight: '550',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    _icon: { boxSize: '1.1em' },
  },
  variants: {
    variant: {
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast' },
      subtle: { bg: 'colorPalette.muted', color: 'colorPalette.fg' },
      outline: { color: 'colorPalette.fg', boxShadow: 'inset 0 0 0 1px {colors.colorPalette.border}' },
      surface: { bg: 'colorPalette.subtle', color: 'colorPalette.fg', boxShadow: 'inset 0 0 0 1px {colors.colorPalette.emphasized}' },
      plain: { color: 'colorPalette.fg' },
    },
    size: {
      xs: { textStyle: '2xs', px: '1.5', minH: '4' },
      sm: { textStyle: 'xs', px: '2', minH: '5' },
      md: { textStyle: 'sm', px: '2.5', minH: '6' },
      lg: { textStyle: 'sm', px: '3', minH: '7' },
    },
  },
  defaultVariants: { variant: 'subtle', size: 'sm' },
});
