import { defineSlotRecipe } from '@chakra-ui/react';

const backdrop = {
  bg: 'rgb(8 14 13 / 0.5)',
  position: 'fixed',
  inset: '0',
  zIndex: 'calc({zIndex.modal} + var(--layer-index, 0) - 1)',
  _open: { animation: 'fade-in {durations.moderate} ease-out' },
  _closed: { animation: 'fade-out {durations.fast} ease-in' },
} as const;
const positioner = {
  display: 'flex',
  position: 'fixed',
  inset: '0',
  h: '100dvh',
  zIndex: 'calc({zIndex.modal} + var(--layer-index, 0))',
  overscrollBehaviorY: 'none',
} as const;
const header = { display: 'flex', alignItems: 'flex-start', gap: '2', px: { base: '5', md: '6' }, pt: '5', pb: '2', pe: '14' } as const;
const body = { flex: '1', px: { base: '5', md: '6' }, pt: '2', pb: '5' } as const;
const footer = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2.5',
  px: { base: '5', md: '6' },
  py: '4',
  borderTopWidth: '1px',
  bg: 'bg.subtle',
} as const;
const title = { textStyle: 'lg', fontWeight: '650', flex: '1', textWrap: 'balance' } as const;
const closeTrigger = { position: 'absolute', top: '3.5', insetEnd: '3.5' } as const;
const sizes = {
  xs: { content: { maxW: 'sm' } },
  sm: { content: { maxW: 'md' } },
  md: { content: { maxW: 'lg' } },
  lg: { content: { maxW: '2xl' } },
  xl: { content: { maxW: '4xl' } },
};

export const dialogRecipe = defineSlotRecipe({
  className: 'ds-dialog',
  slots: ['trigger', 'backdrop', 'positioner', 'content', 'title', 'description', 'closeTrigger', 'header', 'body', 'footer'],
  base: {
    backdrop,
    header,
    body,
    title,
    closeTrigger,
    // On a phone a dialog is a sheet at the bottom edge, where the thumb is.
    positioner: { ...positioner, justifyContent: 'center', p: { base: '0', md: '6' }, pt: '6' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      width: '100%',
      m: { base: 'auto auto 0', md: 'auto' },
      borderRadius: '2xl',
      borderBottomRadius: { base: '0', md: '2xl' },
      pb: { base: 'env(safe-area-inset-bottom)', md: '0' },
      overflow: 'clip',
      textStyle: 'md',
      bg: 'bg.panel',
      boxShadow: 'xl',
      outline: 'none',
      _open: { animation: 'scale-in {durations.moderate} {easings.ease-out}, fade-in {durations.moderate} ease-out' },
      _closed: { animation: 'scale-out {durations.faster} ease-in, fade-out {durations.faster} ease-in' },
    },
    footer,
    description: { color: 'fg.muted' },
  },
  variants: {
    placement: { center: {}, top: { content: { mt: { base: '4', md: '16' } } }, bottom: { content: { mb: '0' } } },
    scrollBehavior: {
      inside: { positioner: { overflow: 'hidden' }, content: { maxH: '100%' }, body: { overflow: 'auto' } },
      outside: { positioner: { overflow: 'auto', pointerEvents: 'auto' } },
    },
    size: {
      ...sizes,
      cover: { content: { w: '100%', h: '100%' } },
      full: { positioner: { p: '0' }, content: { maxW: '100%', minH: '100dvh', m: '0', borderRadius: '0' } },
    },
    motionPreset: { scale: {}, none: { content: { animation: 'none !important' } } },
  },
  defaultVariants: { size: 'md', scrollBehavior: 'outside', placement: 'center', motionPreset: 'scale' },
});

const slide = (from: string, to: string) => ({
  _open: { animation: `${from} {durations.slow} {easings.ease-out}` },
  _closed: { animation: `${to} {durations.moderate} {easings.ease-in}` },
});

export const drawerRecipe = defineSlotRecipe({
  className: 'ds-drawer',
  slots: ['trigger', 'backdrop', 'positioner', 'content', 'title', 'description', 'closeTrigger', 'header', 'body', 'footer'],
  base: {
    backdrop,
    positioner,
    header,
    title,
    closeTrigger,
    footer,
    content: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      width: '100%',
      maxH: '100dvh',
      textStyle: 'md',
      bg: 'bg.panel',
      boxShadow: 'xl',
      outline: 'none',
    },
    body: { ...body, overflow: 'auto' },
    description: { color: 'fg.muted' },
  },
  variants: {
    size: { ...sizes, full: { content: { maxW: '100%', h: '100dvh' } } },
    placement: {
      start: { positioner: { justifyContent: 'flex-start', alignItems: 'stretch' }, content: slide('slide-from-start', 'slide-to-start') },
      end: { positioner: { justifyContent: 'flex-end', alignItems: 'stretch' }, content: slide('slide-from-end', 'slide-to-end') },
      top: { positioner: { alignItems: 'flex-start' }, content: { maxW: '100%', ...slide('fade-in', 'fade-out') } },
      bottom: {
        positioner: { alignItems: 'flex-end' },
        content: { maxW: '100%', borderTopRadius: '2xl', ...slide('slide-from-bottom', 'slide-to-bottom') },
      },
    },
    contained: { true: { positioner: { p: '4' }, content: { borderRadius: '2xl' } } },
  },
  defaultVariants: { size: 'sm', placement: 'end' },
});
