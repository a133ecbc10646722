import { t } from '@lingui/core/macro';
import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { Table } from '@chakra-ui/react';
import type { Row as TableRow } from '@tanstack/react-table';
import { Checkbox } from '../controls/Checkbox.tsx';
import { cardLabel } from './cardLabel.ts';
import type { DataTableColumn } from './types.ts';
import type { RecordFeatures } from './useRecordTable.ts';

type RecordRowProps<Row extends object> = {
  row: TableRow<RecordFeatures, Row>;
  byId: ReadonlyMap<string, DataTableColumn<Row>>;
  /** Ids of the visible columns; the row re-renders when they change. */
  shown: string;
  name: string | undefined;
  onRowOpen: ((row: Row) => void) | undefined;
  isSelectable: boolean;
  isSelected: boolean;
};

const controls = 'a, button, input, select, textarea, label, summary, [role="menuitem"]';

/** Numbers, dates and codes, and what a record is called, are no text that a browser may translate. */
const isVerbatim = (column: { header: string; align?: string; noWrap?: boolean } | undefined, isName: boolean) =>
  isName || (column !== undefined && column.header !== '' && (column.align === 'end' || column.noWrap === true));

/** Whether the event started on a control in the row rather than on the row itself. */
function isOnControl(event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>): boolean {
  const control = event.target instanceof Element ? event.target.closest(controls) : null;
  return control !== null && event.currentTarget.contains(control);
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (isOnControl(event)) return;
  const { currentTarget } = event;
  if (event.key === 'Enter') open();
  const to =
    event.key === 'ArrowDown' ? currentTarget.nextElementSibling : event.key === 'ArrowUp' ? currentTarget.previousElementSibling : null;
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  to.focus();
}

function UnmemoizedRow<Row extends object>({ row, byId, name, onRowOpen, isSelectable, isSelected }: RecordRowProps<Row>) {
  const open = () => onRowOpen?.(row.original);
  /** A press anywhere opens the record; where its name is a link, as that link does. */
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    const isSelectingText = window.getSelection()?.isCollapsed === false;
    if (isOnControl(event) || isSelectingText) return;
    if (onRowOpen) open();
    else event.currentTarget.querySelector<HTMLAnchorElement>('td[data-title] a')?.click();
  };
  const opening = onRowOpen && {
    tabIndex: 0,
    cursor: 'pointer',
    _focusVisible: { outlineOffset: '-2px' },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onRowKey(event, open),
  };
  return (
    <Table.Row
      role="row"
      bg={isSelected ? 'accent.subtle' : 'bg.panel'}
      _hover={{ bg: isSelected ? 'accent.subtle' : 'bg.subtle' }}
      data-selectable={isSelectable || undefined}
      data-selected={isSelected ? '' : undefined}
      {...(isSelectable ? { 'aria-selected': isSelected } : {})}
      onClick={onClick}
      {...opening}
    >
      {isSelectable && (
        <Table.Cell role="cell" data-select="" pe="0">
          <Checkbox
            display="grid"
            aria-label={name ? t`Select ${name}` : t`Select this row`}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </Table.Cell>
      )}
      {row.getVisibleCells().map((cell, index) => {
        const column = byId.get(cell.column.id);
        const kind = index === 0 ? { 'data-title': '' } : column?.header ? { 'data-label': cardLabel(column) } : { 'data-actions': '' };
        return (
          <Table.Cell
            key={cell.id}
            role="cell"
            textAlign={column?.align ?? 'start'}
            {...(column?.noWrap || column?.align === 'end' ? { whiteSpace: 'nowrap' } : {})}
            {...kind}
            {...(column?.width ? { 'data-sized': '' } : {})}
            {...(isVerbatim(column, index === 0 && name !== undefined) ? { htmlTranslate: 'no' as const } : {})}
          >
            {/* Called and not mounted as a component, which new columns would replace along with the focus in it. */}
            {column?.cell(row.original)}
          </Table.Cell>
        );
      })}
    </Table.Row>
  );
}

/** One record. Memoized, so that typing a search does not wait for rows that stay the same. */
export const RecordRow = memo(UnmemoizedRow) as typeof UnmemoizedRow;
