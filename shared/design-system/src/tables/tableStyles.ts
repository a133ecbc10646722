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
  '& tbody td': { height: '3.25rem' },
  '& tbody tr:last-of-type td': { borderBottomWidth: '0' },
  // A wide table scrolls in its card instead of breaking words.
  md: {
    '& tbody td[data-title]': { minW: '9.5rem' },
    '& tbody td[data-label]': { minW: '6.5rem' },
    // The column of actions stays visible while it scrolls.
    '& tbody td[data-actions]:last-of-type': { position: 'sticky', insetEnd: '0', backgroundColor: 'inherit' },
  },
  mdDown: {
    '& table, & tbody': { display: 'block' },
    '& thead': visuallyHidden,
    '& tbody tr': {
      display: 'block',
      position: 'relative',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      px: '4',
      py: '3',
      mb: '3',
    },
    '& tbody td': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      gap: '4',
      height: 'auto',
      minH: '0',
      px: '0',
      py: '1',
      borderBottomWidth: '0',
      textAlign: 'end',
      whiteSpace: 'normal',
    },
    // A name may be longer than the card is wide.
    '& tbody td, & tbody td :where(p, span)': { overflowWrap: 'anywhere' },
    '& tbody td[data-label]::before': { content: 'attr(data-label)', color: 'fg.muted', fontSize: 'xs', flexShrink: '0' },
    // A badge beside a long label takes two lines instead of leaving the card.
    '& tbody td[data-label] > .ds-badge': { whiteSpace: 'normal', flexShrink: '1' },
    '& tbody td[data-title]': { justifyContent: 'flex-start', textAlign: 'start', pb: '1.5' },
    '& tbody tr[data-selectable] td[data-title]': { pe: '9' },
    '& tbody td[data-actions]': { justifyContent: 'flex-start', textAlign: 'start', pt: '2', '&:empty': { display: 'none' } },
    '& tbody td[data-select]': { position: 'absolute', top: '3.5', insetEnd: '4', p: '0', zIndex: '1' },
  },
};
