import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

export const containerRecipe = defineRecipe({
  className: 'ds-container',
  base: { position: 'relative', w: '100%', maxWidth: '7xl', mx: 'auto', px: { base: '4', md: '6', lg: '8' } },
  variants: {
    centerContent: { true: { display: 'flex', flexDirection: 'column', alignItems: 'center' } },
    fluid: { true: { maxWidth: 'full' } },
  },
});

export const separatorRecipe = defineRecipe({
  className: 'ds-separator',
  base: { display: 'block', borderColor: 'border', '--thickness': '1px' },
  variants: {
    variant: { solid: { borderStyle: 'solid' }, dashed: { borderStyle: 'dashed' }, dotted: { borderStyle: 'dotted' } },
    orientation: {
      vertical: { borderInlineStartWidth: 'var(--thickness)', alignSelf: 'stretch' },
      horizontal: { borderTopWidth: 'var(--thickness)' },
    },
    size: { xs: {}, sm: {}, md: { '--thickness': '2px' }, lg: { '--thickness': '3px' } },
  },
  defaultVariants: { size: 'sm', variant: 'solid', orientation: 'horizontal' },
});

export const iconRecipe = defineRecipe({
  className: 'ds-icon',
  base: { display: 'inline-block', lineHeight: '1em', flexShrink: '0', color: 'currentcolor', verticalAlign: 'middle' },
  variants: {
    size: {
      inherit: {},
      xs: { boxSize: '3' },
      sm: { boxSize: '4' },
      md: { boxSize: '5' },
      lg: { boxSize: '6' },
      xl: { boxSize: '7' },
      '2xl': { boxSize: '8' },
    },
  },
  defaultVariants: { size: 'inherit' },
});

const padding = (step: string) => ({ '--card-padding': `spacing.${step}` });

export const cardRecipe = defineSlotRecipe({
  className: 'ds-card',
  slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      minWidth: '0',
      borderRadius: 'l3',
      color: 'fg',
      textAlign: 'start',
    },
    header: { display: 'flex', flexDirection: 'column', gap: '1', px: 'var(--card-padding)', pt: 'var(--card-padding)' },
    title: { fontWeight: '650' },
    description: { color: 'fg.muted', textStyle: 'sm' },
    body: { display: 'flex', flexDirection: 'column', flex: '1', p: 'var(--card-padding)' },
    footer: { display: 'flex', alignItems: 'center', gap: '2', px: 'var(--card-padding)', pb: 'var(--card-padding)' },
  },
  variants: {
    size: {
      sm: { root: padding('4'), title: { textStyle: 'md' } },
      md: { root: padding('6'), title: { textStyle: 'lg' } },
      lg: { root: padding('8'), title: { textStyle: 'xl' } },
    },
    variant: {
      outline: { root: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border' } },
      elevated: { root: { bg: 'bg.panel', boxShadow: 'md' } },
      subtle: { root: { bg: 'bg.muted' } },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
});

export const listRecipe = defineSlotRecipe({
  className: 'ds-list',
  slots: ['root', 'item', 'indicator'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: 'var(--list-gap)', '& :where(ul, ol)': { mt: 'var(--list-gap)' } },
    item: { whiteSpace: 'normal', display: 'list-item' },
    indicator: { me: '2', minHeight: '1lh', flexShrink: 0, display: 'inline-block', verticalAlign: 'middle' },
  },
  variants: {
    variant: {
      marker: { root: { listStyle: 'revert', ps: '5' }, item: { _marker: { color: 'fg.subtle' } } },
      plain: { item: { display: 'flex', alignItems: 'flex-start' } },
    },
    align: {
      center: { item: { alignItems: 'center' } },
      start: { item: { alignItems: 'flex-start' } },
      end: { item: { alignItems: 'flex-end' } },
    },
  },
  defaultVariants: { variant: 'marker' },
});

const cells = (px: string, py: string) => ({ px, py });

export const tableRecipe = defineSlotRecipe({
  className: 'ds-table',
  slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'footer', 'caption'],
  base: {
    root: {
      width: 'full',
      borderCollapse: 'separate',
      borderSpacing: '0',
      textAlign: 'start',
      fontVariantNumeric: 'lining-nums tabular-nums',
    },
    row: { transitionProperty: 'background', transitionDuration: 'fast', _selected: { bg: 'accent.subtle' } },
    columnHeader: { textAlign: 'start', fontWeight: '550', color: 'fg.muted', whiteSpace: 'nowrap', borderBottomWidth: '1px' },
    cell: { textAlign: 'start', verticalAlign: 'middle' },
    caption: { textStyle: 'xs', fontWeight: 'medium' },
    footer: { fontWeight: '600' },
  },
  variants: {
    interactive: { true: { body: { '& tr': { _hover: { bg: 'bg.subtle' } } } } },
    stickyHeader: {
      true: { header: { '& :where(th)': { position: 'sticky', top: 'var(--table-sticky-offset, 0)', zIndex: 1, bg: 'bg.panel' } } },
    },
    striped: { true: { row: { '&:nth-of-type(odd) td': { bg: 'bg.subtle' } } } },
    showColumnBorder: {
      true: {
        cell: { '&:not(:last-of-type)': { borderInlineEndWidth: '1px' } },
        columnHeader: { '&:not(:last-of-type)': { borderInlineEndWidth: '1px' } },
      },
    },
    variant: {
      line: { cell: { borderBottomWidth: '1px', '.ds-table__body tr:last-of-type > &': { borderBottomWidth: '0' } } },
      outline: {
        root: { boxShadow: '0 0 0 1px {colors.border}', borderRadius: 'l2' },
        header: { bg: 'bg.subtle' },
        cell: { 'tr:not(:last-of-type) > &': { borderBottomWidth: '1px' } },
        footer: { '& td': { borderTopWidth: '1px' } },
      },
    },
    size: {
      sm: { root: { textStyle: 'sm' }, columnHeader: { ...cells('3', '2'), textStyle: 'xs' }, cell: cells('3', '2') },
      md: { root: { textStyle: 'sm' }, columnHeader: { ...cells('4', '2.5'), textStyle: 'xs' }, cell: cells('4', '3') },
      lg: { root: { textStyle: 'md' }, columnHeader: { ...cells('5', '3'), textStyle: 'sm' }, cell: cells('5', '3.5') },
    },
  },
  defaultVariants: { variant: 'line', size: 'md' },
});
