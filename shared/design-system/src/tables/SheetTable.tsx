import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { Box } from '@chakra-ui/react';

/** Styles all cells with one rule, because hundreds of styled components would be slow. */
const sheetStyles = {
  overflow: 'auto',
  maxH: '70vh',
  borderWidth: '1px',
  borderRadius: 'lg',
  bg: 'bg.panel',
  '& table': { borderCollapse: 'separate', borderSpacing: '0', minW: 'full' },
  '& th, & td': { borderBottomWidth: '1px', borderInlineEndWidth: '1px', whiteSpace: 'nowrap', px: '3', h: '10', fontSize: 'sm' },
  '& td': { textAlign: 'end' },
  '& td:has(input)': { p: '0', minW: '24' },
  '& th': { fontWeight: '550', textAlign: 'start' },
  '& small': { display: 'block', color: 'fg.muted', fontWeight: '400', fontSize: 'xs' },
  '& thead th': { position: 'sticky', top: '0', bg: 'bg.muted', zIndex: '2', py: '2', verticalAlign: 'bottom' },
  '& tr > th:first-of-type': {
    position: { base: 'static', sm: 'sticky' },
    insetInlineStart: '0',
    bg: 'bg.panel',
    zIndex: '1',
  },
  '& thead tr > th:first-of-type': { bg: 'bg.muted', zIndex: '3' },
  '& input': { w: 'full', h: '10', px: '3', textAlign: 'end', bg: 'transparent', fontVariantNumeric: 'tabular-nums' },
  '& input:focus-visible': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& input[data-draft]': { fontStyle: 'italic' },
  '& input[aria-invalid=true]': { bg: 'bg.error', color: 'fg.error' },
  '& td > p': { px: '3', pb: '1', fontSize: 'xs', color: 'fg.error', whiteSpace: 'normal', textAlign: 'start', maxW: '44' },
  '& td:has(textarea)': { p: '0', minW: '72' },
  '& td select, & td textarea': { display: 'block', bg: 'transparent', w: 'full', minH: '10', px: '3', py: '2' },
} as const;

type SheetTableProps<Row, Column> = {
  /** Accessible name of the table and of the box in which it scrolls. */
  label: string;
  /** Title of the first column, which names the rows. */
  rowHeader: string;
  rows: readonly Row[];
  columns: readonly Column[];
  keyOfRow: (row: Row) => string;
  keyOfColumn: (column: Column) => string;
  rowName: (row: Row) => ReactNode;
  columnName: (column: Column) => ReactNode;
  /** What is in a cell; the indexes say where it is. */
  cell: (row: Row, column: Column, rowIndex: number, columnIndex: number) => ReactNode;
  /** Of any cell: keys move, and a pasted column fills. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLElement>) => void;
};

/** A sheet in which cells are typed or chosen, with sticky titles: no search, no pages. `small` and `p` in a cell are a second line and a problem. */
export function SheetTable<Row, Column>({ label, rowHeader, rows, columns, onKeyDown, onPaste, ...of }: SheetTableProps<Row, Column>) {
  return (
    <Box
      css={sheetStyles}
      tabIndex={0}
      role="region"
      aria-label={label}
      {...(onKeyDown ? { onKeyDown } : {})}
      {...(onPaste ? { onPaste } : {})}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{rowHeader}</th>
            {columns.map((column) => (
              <th key={of.keyOfColumn(column)} scope="col">
                {of.columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={of.keyOfRow(row)}>
              <th scope="row">{of.rowName(row)}</th>
              {columns.map((column, columnIndex) => (
                <td key={of.keyOfColumn(column)}>{of.cell(row, column, rowIndex, columnIndex)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
