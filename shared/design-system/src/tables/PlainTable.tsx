import type { ReactNode } from 'react';
import { Table, VisuallyHidden, type SystemStyleObject, type TableRootProps } from '@chakra-ui/react';

export type PlainColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers are at the end and never wrap. */
  align?: 'end';
  noWrap?: boolean;
  /** The column names its rows; screen readers say it with each of their values. */
  isRowName?: boolean;
  /** A header that only screen readers need, such as of a column of buttons. */
  isHeaderHidden?: boolean;
  /** Pictures of what other columns say, such as bars. */
  isDecoration?: boolean;
  /** Language of a text that is stored in one. */
  lang?: (row: Row) => string | undefined;
  /** Width and the like of the cells. */
  css?: SystemStyleObject;
};

/** A line below the rows: what it says, and the value in the last column. */
export type PlainTotal = { label: string; value: ReactNode; isStrong?: boolean };

export type PlainTableProps<Row> = {
  /** Accessible name, or the id of the heading that gives it. */
  label?: string;
  labelledBy?: string;
  /** Names the box in which a table that is too wide scrolls. */
  scrollLabel?: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  totals?: readonly PlainTotal[];
  hasHead?: boolean;
  size?: TableRootProps['size'];
  /** Frame, height and the like of the box around the table. */
  css?: SystemStyleObject;
  /** On a phone each row is a block, its first column above the others with their heads as labels. */
  isStackedOnPhones?: boolean;
};

const stacked: SystemStyleObject = {
  mdDown: {
    '& table, & tbody, & tfoot': { display: 'block' },
    '& thead': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: '4', rowGap: '2', py: '3' },
    '& tbody tr:not(:last-of-type)': { borderBottomWidth: '1px' },
    '& tbody td': { p: '0', borderWidth: '0', textAlign: 'start', whiteSpace: 'normal' },
    '& tbody td:empty': { display: 'none' },
    '& tbody td:first-of-type': { fontWeight: '550' },
    '& tbody :is(td:first-of-type, td[data-actions])': { gridColumn: '1 / -1' },
    '& tbody td[data-label]:not(:first-of-type)::before': {
      content: 'attr(data-label)',
      display: 'block',
      color: 'fg.muted',
      fontSize: 'xs',
    },
    '& tfoot': { borderTopWidth: '1px', py: '2' },
    '& tfoot tr': { display: 'flex', justifyContent: 'space-between', py: '1' },
    '& tfoot td': { p: '0', borderWidth: '0' },
  },
};

/** A table of values that are all shown: no search, no pages, no states. A list of records is a `RecordList`. */
export function PlainTable<Row>({ columns, rows, totals = [], hasHead = true, size = 'sm', ...props }: PlainTableProps<Row>) {
  const { label, labelledBy, scrollLabel, isStackedOnPhones = false } = props;
  const css = { ...(isStackedOnPhones ? stacked : {}), ...props.css };
  return (
    <Table.ScrollArea
      w="full"
      position="relative"
      {...(scrollLabel ? { tabIndex: 0, role: 'region', 'aria-label': scrollLabel } : {})}
      css={css}
    >
      <Table.Root size={size} {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label })}>
        {hasHead && (
          <Table.Header>
            <Table.Row>
              {columns.map((column) => (
                <Table.ColumnHeader
                  key={column.id}
                  scope="col"
                  {...cellProps(column)}
                  {...(column.isDecoration ? { 'aria-hidden': true } : {})}
                >
                  {column.isHeaderHidden ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
        )}
        <Table.Body>
          {rows.map((row, index) => (
            <Table.Row key={props.rowKey(row, index)}>
              {columns.map((column) => (
                <PlainCell key={column.id} column={column} row={row} index={index} />
              ))}
            </Table.Row>
          ))}
        </Table.Body>
        {totals.length > 0 && (
          <Table.Footer>
            {totals.map((total) => (
              <Table.Row key={total.label} {...(total.isStrong ? { fontWeight: '700' } : {})}>
                <Table.Cell colSpan={columns.length - 1} textAlign="end">
                  {total.label}
                </Table.Cell>
                <Table.Cell textAlign="end" whiteSpace="nowrap">
                  {total.value}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Footer>
        )}
      </Table.Root>
    </Table.ScrollArea>
  );
}

function cellProps<Row>({ align, noWrap, css }: PlainColumn<Row>) {
  return {
    ...(align ? { textAlign: align } : {}),
    ...(align || noWrap ? { whiteSpace: 'nowrap' } : {}),
    ...(css ? { css } : {}),
  };
}

function PlainCell<Row>({ column, row, index }: { column: PlainColumn<Row>; row: Row; index: number }) {
  const content = column.cell(row, index);
  const lang = column.lang?.(row);
  const part = column.isHeaderHidden ? { 'data-actions': '' } : { 'data-label': column.header };
  const attributes = { ...cellProps(column), ...part, ...(lang ? { lang } : {}) };
  if (column.isRowName)
    return (
      <Table.Cell asChild {...attributes}>
        <th scope="row">{content}</th>
      </Table.Cell>
    );
  return (
    <Table.Cell {...attributes} {...(column.isDecoration ? { 'aria-hidden': true } : {})}>
      {content}
    </Table.Cell>
  );
}
