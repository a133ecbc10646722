import { chakra } from '@chakra-ui/react';

/** The frame of a filter with its label inside. */
export const FilterPill = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    maxW: 'full',
    // On a phone the filters of a line share its width, so that their edges meet.
    flexGrow: { base: '1', md: '0' },
    // As high as a search field, with its border.
    '--filter-height': 'calc({spacing.9} - 2px)',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'l2',
    bg: 'bg.panel',
    _hover: { borderColor: 'fg.subtle' },
    '&[data-filtered]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
  },
});
export const FilterLabel = chakra('label', { base: { ps: '2.5', textStyle: 'sm', color: 'fg.muted', whiteSpace: 'nowrap' } });
