import { defineSlotRecipe } from '@chakra-ui/react';

const popup = {
  bg: 'bg.panel', color: 'fg', borderWidth: '1px', borderColor: 'border', borderRadius: 'l2', boxShadow: 'lg', outline: 'none', maxHeight: 'var(--available-height)', transformOrigin: 'var(--transform-origin)',
  _open: { animation: 'scale-in {durations.fast} {easings.ease-out}, fade-in {durations.fast} ease-out' },
  _closed: { animation: 'fade-out {durations.faster} ease-in' },
} as const;

export const menuRecipe = defineSlotRecipe({
  className: 'ds-menu',
  slots: ['arrow', 'arrowTip', 'content', 'contextTrigger', 'indicator', 'item', 'itemGroup', 'itemGroupLabel', 'itemIndicator', 'itemText', 'itemCommand', 'positioner', 'separator', 'trigger', 'triggerItem'],
  base: {
    content: { ...popup, zIndex: 'calc({zIndex.popover} + var(--layer-index, 0))', minW: '11rem', p: '1', overflowY: 'auto' },
    item: {
      display: 'flex', alignItems: 'center', gap: '2.5', width: '100%', minH: '9', px: '2.5', py: '1.5', borderRadius: 'l1', textStyle: 'sm', textAlign: 'start', textDecoration: 'none', color: 'fg',
      cursor: 'menuitem', userSelect: 'none', position: 'relative', outline: 'none', '&[data-type]': { ps: '8' },
      _highlighted: { bg: 'bg.muted', '&[data-tone=danger]': { bg: 'danger.subtle' } }, _disabled: { layerStyle: 'disabled' }, '&[data-tone=danger]': { color: 'danger.fg' },
      _icon: { boxSize: '1.0625rem', color: 'fg.muted', flexShrink: '0' },
    },
    itemText: { flex: '1' },
    itemIndicator: { position: 'absolute', insetStart: '2.5', top: '50%', translate: '0 -50%' },
    itemGroupLabel: { px: '2.5', pt: '2', pb: '1', textStyle: 'xs', fontWeight: '600', color: 'fg.subtle' },
    itemCommand: { textStyle: 'xs', ms: 'auto', ps: '4', color: 'fg.subtle' },
    separator: { height: '1px', bg: 'border', my: '1', mx: '-1' },
  },
  variants: { variant: { subtle: {}, solid: {} }, size: { sm: { item: { minH: '8', py: '1' } }, md: {} } },
  defaultVariants: { size: 'md', variant: 'subtle' },
});

const padding = (step: string) => ({ content: { '--popover-padding': `spacing.${step}` } });

export const popoverRecipe = defineSlotRecipe({
  className: 'ds-popover',
  slots: ['arrow', 'arrowTip', 'anchor', 'trigger', 'indicator', 'positioner', 'content', 'title', 'description', 'closeTrigger', 'header', 'body', 'footer'],
  base: {
    content: { ...popup, zIndex: 'calc({zIndex.popover} + var(--layer-index, 0))', position: 'relative', display: 'flex', flexDirection: 'column', width: 'min(calc(100dvw - 1rem), {sizes.xs})', textStyle: 'sm' },
    header: { px: 'var(--popover-padding)', pt: 'var(--popover-padding)' },
    title: { fontWeight: '600' },
    body: { p: 'var(--popover-padding)', flex: '1' },
    footer: { display: 'flex', alignItems: 'center', gap: '2', px: 'var(--popover-padding)', pb: 'var(--popover-padding)' },
    closeTrigger: { position: 'absolute', top: '2', insetEnd: '2' },
    arrow: { '--arrow-size': 'sizes.2.5', '--arrow-background': 'colors.bg.panel' },
    arrowTip: { borderTopWidth: '1px', borderInlineStartWidth: '1px' },
  },
  variants: { size: { xs: padding('3'), sm: padding('4'), md: padding('4'), lg: padding('6') } },
  defaultVariants: { size: 'md' },
});

export const tooltipRecipe = defineSlotRecipe({
  className: 'ds-tooltip',
  slots: ['trigger', 'arrow', 'arrowTip', 'positioner', 'content'],
  base: {
    content: {
      bg: 'bg.inverted', color: 'fg.inverted', px: '2.5', py: '1', borderRadius: 'md', textStyle: 'xs', fontWeight: 'medium', boxShadow: 'md', maxW: 'xs', zIndex: 'tooltip',
      _open: { animation: 'fade-in {durations.fast} ease-out' }, _closed: { animation: 'fade-out {durations.faster} ease-in' },
    },
    arrow: { '--arrow-size': 'sizes.2', '--arrow-background': 'colors.bg.inverted' },
  },
});

export const tabsRecipe = defineSlotRecipe({
  className: 'ds-tabs',
  slots: ['root', 'trigger', 'list', 'content', 'contentGroup', 'indicator'],
  base: {
    root: { position: 'relative', _vertical: { display: 'flex', gap: '6' } },
    list: { display: 'flex', position: 'relative', isolation: 'isolate', _horizontal: { overflowX: 'auto', scrollbarWidth: 'none' }, _vertical: { flexDirection: 'column' } },
    trigger: {
      display: 'flex', alignItems: 'center', gap: '2', whiteSpace: 'nowrap', cursor: 'button', fontWeight: '550', color: 'fg.muted', borderRadius: 'l1', position: 'relative',
      transitionProperty: 'color, background', transitionDuration: 'fast', _hover: { color: 'fg' }, _selected: { color: 'fg' }, _disabled: { layerStyle: 'disabled' }, _focusVisible: { outlineOffset: '-2px' },
    },
    content: { _horizontal: { width: '100%', pt: '5' }, _vertical: { flex: '1' } },
  },
  variants: {
    size: { sm: { trigger: { h: '9', px: '3', textStyle: 'sm' } }, md: { trigger: { h: '10', px: '3.5', textStyle: 'sm' } }, lg: { trigger: { h: '12', px: '4', textStyle: 'md' } } },
    fitted: { true: { trigger: { flex: 1, justifyContent: 'center' } } },
    justify: { start: {}, center: { list: { justifyContent: 'center' } }, end: { list: { justifyContent: 'flex-end' } } },
    variant: {
      line: {
        list: { _horizontal: { boxShadow: 'inset 0 -1px 0 {colors.border}' } },
        trigger: { borderRadius: '0', _horizontal: { _selected: { boxShadow: 'inset 0 -2px 0 {colors.accent.solid}' } }, _vertical: { _selected: { boxShadow: 'inset 2px 0 0 {colors.accent.solid}' } } },
      },
      subtle: { trigger: { _selected: { bg: 'bg.muted' } } },
      enclosed: { list: { bg: 'bg.muted', p: '1', borderRadius: 'l2', width: 'fit-content' }, trigger: { _selected: { bg: 'bg.panel', boxShadow: 'sm' } } },
      outline: { trigger: { borderWidth: '1px', borderColor: 'transparent', _selected: { borderColor: 'border', bg: 'bg.panel' } } },
      plain: { trigger: { _selected: { color: 'accent.fg' } } },
    },
  },
  defaultVariants: { size: 'md', variant: 'line' },
});

const tone = (name: string) => ({ '--toast-tone': `colors.${name}.fg` });

export const toastRecipe = defineSlotRecipe({
  className: 'ds-toast',
  slots: ['root', 'title', 'description', 'indicator', 'closeTrigger', 'actionTrigger'],
  base: {
    root: {
      width: 'full', display: 'flex', alignItems: 'flex-start', gap: '3', py: '3.5', ps: '4', pe: '11', position: 'relative', bg: 'bg.panel', color: 'fg', borderWidth: '1px', borderRadius: 'l3', boxShadow: 'lg',
      translate: 'var(--x) var(--y)', scale: 'var(--scale)', zIndex: 'var(--z-index)', height: 'var(--height)', opacity: 'var(--opacity)', willChange: 'translate, opacity, scale',
      transition: 'translate 400ms, scale 400ms, opacity 400ms, height 400ms', transitionTimingFunction: '{easings.ease-out}', _closed: { transition: 'translate 300ms, scale 300ms, opacity 200ms' },
      ...tone('gray'),
      '&[data-type=success]': tone('success'), '&[data-type=error]': tone('danger'), '&[data-type=warning]': tone('warning'), '&[data-type=info]': tone('info'),
    },
    title: { fontWeight: '600', textStyle: 'sm' },
    description: { textStyle: 'sm', color: 'fg.muted' },
    indicator: { flexShrink: '0', boxSize: '5', color: 'var(--toast-tone)' },
    actionTrigger: { textStyle: 'sm', fontWeight: '550', h: '8', px: '3', borderRadius: 'l1', alignSelf: 'center', borderWidth: '1px', cursor: 'button', _hover: { bg: 'bg.muted' } },
    closeTrigger: { position: 'absolute', top: '2', insetEnd: '2' },
  },
});
