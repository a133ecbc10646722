/** One rule for all cells: eight hundred of them are plain elements. */
export const sheetStyles = {
  overflow: 'auto', maxH: '70vh', borderWidth: '1px', borderRadius: 'lg', bg: 'bg.panel',
  '& table': { borderCollapse: 'separate', borderSpacing: '0', minW: 'full' },
  '& th, & td': { borderBottomWidth: '1px', borderInlineEndWidth: '1px', textAlign: 'end', whiteSpace: 'nowrap', px: '3', h: '10', fontSize: 'sm' },
  '& td:has(input)': { p: '0', minW: '24' },
  // A row paints by itself: else a key stroke paints all cells again.
  '& tbody tr': { position: 'relative', zIndex: '0' },
  '& th': { fontWeight: '550' },
  '& small': { display: 'block', color: 'fg.muted', fontWeight: '400', fontSize: 'xs' },
  '& thead th': { position: 'sticky', top: '0', bg: 'bg.muted', zIndex: '2', py: '2' },
  '& tr > th:first-of-type': { position: { base: 'static', sm: 'sticky' }, insetInlineStart: '0', textAlign: 'start', bg: 'bg.panel', zIndex: '1' },
  '& thead tr > th:first-of-type': { bg: 'bg.muted', zIndex: '3' },
  '& input': { w: 'full', h: '10', contain: 'strict', px: '3', textAlign: 'end', bg: 'transparent', fontVariantNumeric: 'tabular-nums' },
  '& input:focus-visible': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& input[data-draft]': { fontStyle: 'italic' },
  '& input[aria-invalid=true]': { bg: 'bg.error', color: 'fg.error' },
} as const;
