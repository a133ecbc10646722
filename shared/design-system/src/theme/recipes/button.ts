import { defineRecipe } from '@chakra-ui/react';

const icon = (size: string) => ({ width: size, height: size });

/** Solid is the one accent action of a view; outline, subtle and ghost are neutral unless a `colorPalette` is given. */
export const buttonRecipe = defineRecipe({
  className: 'ds-button',
  base: {
    display: 'inline-flex', alignItems: 'center', justifyContent: 'center', flexShrink: '0', position: 'relative', isolation: 'isolate', appearance: 'none',
    userSelect: 'none', whiteSpace: 'nowrap', verticalAlign: 'middle', textDecoration: 'none', cursor: 'button', borderWidth: '1px', borderColor: 'transparent', borderRadius: 'l2',
    fontWeight: '550', letterSpacing: '-0.005em', lineHeight: '1.2',
    transitionProperty: 'background, border-color, color, box-shadow, translate', transitionDuration: 'fast',
    _disabled: { layerStyle: 'disabled', boxShadow: 'none' },
    _active: { translate: '0 0.5px' },
    _icon: { flexShrink: '0' },
  },
  variants: {
    size: {
      '2xs': { h: '6', minW: '6', px: '1.5', gap: '1', textStyle: 'xs', borderRadius: 'l1', _icon: icon('0.875rem') },
      xs: { h: '7', minW: '7', px: '2.5', gap: '1.5', textStyle: 'xs', borderRadius: 'md', _icon: icon('0.875rem') },
      sm: { h: '9', minW: '9', px: '3', gap: '1.5', textStyle: 'sm', _icon: icon('1rem') },
      md: { h: '10', minW: '10', px: '4', gap: '2', textStyle: 'sm', _icon: icon('1.125rem') },
      lg: { h: '12', minW: '12', px: '5', gap: '2.5', textStyle: 'md', _icon: icon('1.25rem') },
      xl: { h: '14', minW: '14', px: '7', gap: '2.5', textStyle: 'lg', borderRadius: 'xl', _icon: icon('1.25rem') },
    },
    variant: {
      solid: {
        colorPalette: 'accent', bg: 'colorPalette.solid', color: 'colorPalette.contrast',
        boxShadow: '0 1px 2px rgb(22 29 28 / 0.14), inset 0 1px 0 rgb(255 255 255 / 0.12)',
        _hover: { bg: 'color-mix(in srgb, {colors.colorPalette.solid} 88%, {colors.fg})' },
        _expanded: { bg: 'color-mix(in srgb, {colors.colorPalette.solid} 88%, {colors.fg})' },
      },
      subtle: {
        colorPalette: 'gray', bg: 'colorPalette.subtle', color: 'colorPalette.fg', _hover: { bg: 'colorPalette.muted' }, _expanded: { bg: 'colorPalette.muted' },
      },
      surface: {
        colorPalette: 'gray', bg: 'colorPalette.subtle', color: 'colorPalette.fg', borderColor: 'colorPalette.emphasized',
        _hover: { bg: 'colorPalette.muted' }, _expanded: { bg: 'colorPalette.muted' },
      },
      outline: {
        colorPalette: 'gray', bg: 'bg.panel', color: 'colorPalette.fg', borderColor: 'colorPalette.border', boxShadow: 'xs',
        _hover: { bg: 'colorPalette.subtle' }, _expanded: { bg: 'colorPalette.subtle' },
      },
      ghost: { colorPalette: 'gray', color: 'colorPalette.fg', _hover: { bg: 'colorPalette.subtle' }, _expanded: { bg: 'colorPalette.subtle' } },
      plain: { colorPalette: 'accent', color: 'colorPalette.fg', _hover: { textDecoration: 'underline', textUnderlineOffset: '0.2em' } },
    },
  },
  defaultVariants: { size: 'md', variant: 'solid' },
});
