import type { SystemStyleObject } from '@chakra-ui/react';

/** The card around the table on wide screens; on small ones each row is a card. */
export const cardStyles: SystemStyleObject = {
  md: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', overflow: 'clip' },
};

const visuallyHidden: SystemStyleObject = {
  position: 'absolute',
  w: '1px',
  h: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/** A table from 768px on; below that, a card per row with a label for each value. */
export const tableStyles: SystemStyleObject = {
  '& tbody td': { height: '2.5rem', fontVariantNumeric: 'tabular-nums' },
  '& tbody tr:last-of-type td': { borderBottomWidth: '0' },
  // A wide table scrolls in its card instead of breaking words.
  md: {
    overflowX: 'clip',
    '&[data-scrolls]': { overflowX: 'auto' },
    '& :where(th, td)': { fontSize: '0.8125rem' },
    '& thead th': { position: 'sticky', top: 'var(--list-head-top, 0px)', zIndex: '1', bg: 'bg.subtle', height: '2.5rem', py: '1' },
    // Where the card scrolls, heads would stick below its own top and cover the first row.
    '&[data-scrolls] thead th': { top: '0' },
    '& tbody td': { py: '1', lineHeight: '1.35' },
    '& tbody td :where(p)': { lineHeight: '1.35' },
    // Names have the weight of text; what is under them is smaller and muted already.
    '& tbody td[data-title] :is(p, a, strong)': { fontWeight: '500' },
    '& tbody td p': { fontSize: 'inherit' },
    '& tbody td :is(p, a, div, span) + p': { fontSize: '0.75rem' },
    '& tfoot td': { height: '2.5rem', py: '1', fontWeight: '600', borderTopWidth: '1px', bg: 'bg.subtle', whiteSpace: 'nowrap' },
    '& tbody tr:has(td[data-title] a)': { cursor: 'pointer' },
    // Actions of a row appear where the pointer or the focus is; three dots say that there are some.
    '@media (hover: hover)': {
      '& tbody tr:not(:hover, :focus-within, :has([aria-expanded=true]))': {
        '& td[data-actions] > :not([data-row-menu])': { opacity: '0' },
        '& td[data-actions]:not(:empty, :has(> [data-row-menu]))::after': {
          content: '"⋯"',
          position: 'absolute',
          insetEnd: '4',
          top: '50%',
          translate: '0 -50%',
          color: 'fg.subtle',
          fontSize: 'lg',
          lineHeight: '1',
        },
      },
    },
    '& tbody td[data-title]:not([data-sized])': { minW: '9.5rem' },
    '& tbody td[data-label]': { minW: '6.5rem' },
    // The column of actions stays visible while it scrolls.
    '& tbody td[data-actions]:last-of-type': { position: 'sticky', insetEnd: '0', backgroundColor: 'inherit' },
  },
  mdDown: {
    '& table, & tbody': { display: 'block' },
    '& thead, & tfoot tr:has(td:only-child:empty)': visuallyHidden,
    '& tfoot': { display: 'block' },
    '& tfoot tr': { display: 'block', px: '4', pb: '2' },
    '& tfoot td': { display: 'flex', justifyContent: 'space-between', px: '0', py: '1', borderWidth: '0', fontWeight: '600' },
    '& tfoot td:empty': { display: 'none' },
    '& tfoot td[data-label]::before': { content: 'attr(data-label)', color: 'fg.muted', fontSize: 'xs', fontWeight: '400' },
    // Two values beside each other, each with its label above, so that a card is as high as half its values.
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: '4',
      rowGap: '2',
      position: 'relative',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      px: '4',
      py: '3',
      mb: '3',
    },
    '& tbody td': {
      display: 'block',
      height: 'auto',
      minH: '0',
      p: '0',
      borderBottomWidth: '0',
      textAlign: 'start',
      whiteSpace: 'normal',
    },
    // A name may be longer than the card is wide.
    '& tbody td, & tbody td :where(p, span)': { overflowWrap: 'anywhere' },
    '& tbody td[data-label]::before': { content: 'attr(data-label)', display: 'block', color: 'fg.muted', fontSize: 'xs' },
    // A badge beside a long label takes two lines instead of leaving the card.
    '& tbody td[data-label] > .ds-badge': { whiteSpace: 'normal', flexShrink: '1' },
    '& tbody td[data-title]': { gridColumn: '1 / -1', minH: '6' },
    '& tbody tr[data-selectable] td[data-title], & tbody tr:has([data-row-menu]) td[data-title]': { pe: '9' },
    '& tbody tr[data-selectable]:has([data-row-menu]) td[data-title]': { pe: '20' },
    '& tbody td[data-actions]': { gridColumn: '1 / -1', pt: '1', '&:empty': { display: 'none' } },
    '& tbody td[data-actions]:has(> [data-row-menu])': { position: 'absolute', top: '2', insetEnd: '2', pt: '0' },
    '& tbody tr[data-selectable] td[data-actions]:has(> [data-row-menu])': { insetEnd: '11' },
    '& tbody td[data-select]': { position: 'absolute', top: '3.5', insetEnd: '4', p: '0', zIndex: '1' },
  },
};
