/** Styles all cells with one rule, because eight hundred styled components would be slow. */
export const gradebookStyles = {
  overflow: 'auto',
  maxH: '70vh',
  borderWidth: '1px',
  borderRadius: 'lg',
  bg: 'bg.panel',
  '& table': { borderCollapse: 'separate', borderSpacing: '0', minW: 'full' },
  '& th, & td': {
    borderBottomWidth: '1px',
    borderInlineEndWidth: '1px',
    textAlign: 'end',
    whiteSpace: 'nowrap',
    px: '3',
    h: '10',
    fontSize: 'sm',
  },
  '& td:has(input)': { p: '0', minW: '24' },
  // Its own stacking context limits the repaint of a keystroke to the row.
  '& tbody tr': { position: 'relative', zIndex: '0' },
  '& th': { fontWeight: '550' },
  '& small': { display: 'block', color: 'fg.muted', fontWeight: '400', fontSize: 'xs' },
  '& thead th': { position: 'sticky', top: '0', bg: 'bg.muted', zIndex: '2', py: '2' },
  '& tr > th:first-of-type': {
    position: { base: 'static', sm: 'sticky' },
    insetInlineStart: '0',
    textAlign: 'start',
    bg: 'bg.panel',
    zIndex: '1',
  },
  '& thead tr > th:first-of-type': { bg: 'bg.muted', zIndex: '3' },
  '& input': { w: 'full', h: '10', contain: 'strict', px: '3', textAlign: 'end', bg: 'transparent', fontVariantNumeric: 'tabular-nums' },
  '& input:focus-visible': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& input[data-draft]': { fontStyle: 'italic' },
  '& [data-problem]': { p: '2', minW: '44', maxW: '56', whiteSpace: 'normal', textAlign: 'start', fontSize: 'xs', color: 'fg.error' },
  // The name's text, not its button's padding, lines up with the marks below it.
  '& thead th button': { me: '-2.5' },
  '& input[aria-invalid=true]': { bg: 'bg.error', color: 'fg.error' },
} as const;
