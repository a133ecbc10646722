import { defaultBaseConfig } from '@chakra-ui/react';

/** Chakra's conditions (`_hover` and so on) that a style here or a Chakra component uses. */
const used = [
  'active',
  'backdrop',
  'before',
  'checked',
  'closed',
  'currentPage',
  'disabled',
  'empty',
  'expanded',
  'file',
  'first',
  'focusVisible',
  'focusWithin',
  'highlighted',
  'horizontal',
  'hover',
  'icon',
  'indeterminate',
  'invalid',
  'last',
  'marker',
  'open',
  'placeholder',
  'readOnly',
  'rtl',
  'selected',
  'vertical',
] as const;

const known = defaultBaseConfig.conditions ?? {};

/**
 * The conditions of the product's styles. Chakra goes through all it knows to sort the conditions of a property, so with its hundred
 * the system takes a seventh longer to create. A new one is added here.
 */
export const conditions = {
  ...Object.fromEntries(used.map((name) => [name, known[name]])),
  // The colour mode is a class on `<html>`, set before the first paint.
  dark: '.dark &',
  light: 'html:not(.dark) &',
};
