// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '@masomo/design-system';
import { ActionMenu, DataTable, type DataTableColumn, type DataTableProps } from '@masomo/design-system/tables';
import { renderRoute } from '@masomo/testing';
import { pageWindow } from './pageWindow.ts';

afterEach(cleanup);
beforeEach(() => localStorage.clear());

type School = { id: string; name: string; county: string };
const schools: School[] = [
  { id: 'a', name: 'Greenfield', county: 'Nairobi' },
  { id: 'b', name: 'Lakeview', county: 'Kisumu' },
  { id: 'c', name: 'Uhuru', county: 'Nyeri' },
];
const onDelete = vi.fn();
const columns: DataTableColumn<School>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (school) => school.name },
  { id: 'county', header: 'County', sortable: true, cell: (school) => school.county },
  { id: 'actions', header: '', cell: (school) => <Button onClick={() => onDelete(school.id)}>Delete {school.name}</Button> },
];
const base = {
  label: 'Schools',
  columns,
  rows: schools,
  rowId: (school: School) => school.id,
  rowLabel: (school: School) => school.name,
  total: 23,
  page: 0,
  pageSize: 3,
  onPageChange: vi.fn(),
  isLoading: false,
  empty: <p>No schools yet</p>,
} satisfies DataTableProps<School>;
const show = (props: Partial<DataTableProps<School>> = {}) => renderRoute(<DataTable {...base} {...props} />);

describe('states of a table', () => {
  it('shows skeleton rows, then an error with retry, then the empty state', async () => {
    const onRetry = vi.fn();
    show({ rows: undefined, isLoading: true });
    expect(screen.getByRole('table', { name: 'Schools' }).getAttribute('aria-busy')).toBe('true');
    cleanup();
    show({ rows: undefined, error: { userMessage: 'The server cannot be reached.' }, onRetry });
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    cleanup();
    show({ rows: [], total: 0 });
    expect(screen.getByText('No schools yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('keeps its rows when a revalidation fails', () => {
    show({ error: { userMessage: 'The server cannot be reached.' } });
    expect(screen.getByRole('cell', { name: 'Greenfield' })).toBeTruthy();
  });
});

describe('paging and sorting', () => {
  it('requests the next page and shows the range', async () => {
    const onPageChange = vi.fn();
    show({ page: 1, onPageChange });
    expect(screen.getByText('4–6 of 23')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 8' }));
    expect(onPageChange.mock.calls).toEqual([[2], [0], [7]]);
  });

  it('goes on to the next page of rows that were not counted', async () => {
    const onPageChange = vi.fn();
    show({ page: 1, total: 7, hasMore: true, onPageChange });
    expect(screen.getByText('4–6 of more than 6')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(onPageChange).toHaveBeenCalledWith(2);
  });

  it('sorts ascending first, then descending, by one column at a time', async () => {
    const onSortChange = vi.fn();
    show({ sort: { column: 'name', descending: false }, onSortChange });
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await userEvent.click(screen.getByRole('button', { name: 'County' }));
    expect(onSortChange.mock.calls).toEqual([[{ column: 'name', descending: true }], [{ column: 'county', descending: false }]]);
  });

  it.each([
    [0, 5, [0, 1, 2, 3, 4]],
    [2, 20, [0, 1, 2, 3, 4, null, 19]],
    [10, 20, [0, null, 9, 10, 11, null, 19]],
    [18, 20, [0, null, 15, 16, 17, 18, 19]],
  ])('around page %i of %i shows buttons for %j', (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected);
  });
});

function Selecting() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['elsewhere']));
  return (
    <DataTable {...base} selected={selected} onSelectedChange={setSelected} bulkActions={<output>{[...selected].sort().join()}</output>} />
  );
}

describe('selecting rows', () => {
  it('selects one, all of the page, none, and keeps the selection of other pages', async () => {
    renderRoute(<Selecting />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Lakeview' }));
    expect(screen.getByRole('status').textContent).toBe('b,elsewhere');
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
    expect(all).toHaveProperty('indeterminate', true);
    await userEvent.click(all);
    expect(screen.getByRole('status').textContent).toBe('a,b,c,elsewhere');
    expect(all).toHaveProperty('indeterminate', false);
    expect(all).toHaveProperty('checked', true);
    expect(screen.getByText('4 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('opening rows', () => {
  it('opens by click and Enter, moves by arrow keys, and leaves the row’s own controls alone', async () => {
    const onRowOpen = vi.fn();
    show({ onRowOpen });
    await userEvent.click(screen.getByRole('cell', { name: 'Greenfield' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Uhuru' }));
    expect(onDelete).toHaveBeenCalledWith('c');
    screen.getByRole('row', { name: /^Greenfield/ }).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onRowOpen.mock.calls).toEqual([[schools[0]], [schools[1]]]);
  });
});

describe('a name that is a link', () => {
  it('is followed by a press anywhere in its row', async () => {
    const follow = vi.fn((event: MouseEvent) => event.preventDefault());
    const linked = columns.map((column) =>
      column.id === 'name' ? { ...column, cell: ({ id, name }: School) => <a href={`/schools/${id}`}>{name}</a> } : column,
    );
    show({ columns: linked });
    document.addEventListener('click', follow);
    await userEvent.click(screen.getByRole('cell', { name: 'Nairobi' }));
    document.removeEventListener('click', follow);
    expect(follow.mock.calls.map(([{ target }]) => (target as HTMLElement).getAttribute('href'))).toContain('/schools/a');
  });
});

describe('totals', () => {
  const counted = columns.map((column) =>
    column.id === 'county' ? { ...column, total: (rows: readonly School[]) => `${rows.length} counties` } : column,
  );

  it('are of all rows when the page has all, else of the page', () => {
    show({ columns: counted, total: 3 });
    expect(screen.getByRole('row', { name: 'Total 3 counties' })).toBeTruthy();
    cleanup();
    show({ columns: counted });
    expect(screen.getByRole('row', { name: 'Total of this page 3 counties' })).toBeTruthy();
  });

  it('of one row say nothing new', () => {
    show({ columns: counted, rows: schools.slice(0, 1), total: 1 });
    expect(screen.queryByText('Total')).toBeNull();
  });
});

describe('rendering', () => {
  it('gives the first column the room of a name, unless it says how wide it is', () => {
    show({ columns: [{ id: 'row', header: 'Row', width: '16', cell: ({ id }) => id }, ...columns] });
    const isSized = (name: string) => screen.getByRole('cell', { name }).hasAttribute('data-sized');
    expect([isSized('a'), isSized('Nairobi')]).toEqual([true, false]);
  });

  it('re-renders a row only when its record, its selection or its columns change', async () => {
    const drawn: string[] = [];
    const counted = columns.map((column) =>
      column.id === 'name'
        ? {
            ...column,
            cell: (school: School) => {
              drawn.push(school.id);
              return school.name;
            },
          }
        : column,
    );
    function Screen() {
      const [turn, setTurn] = useState(0);
      const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
      const rows = turn < 2 ? schools : [...schools.slice(0, 2), { id: 'd', name: 'Baraka', county: 'Embu' }];
      return (
        <>
          <Button onClick={() => setTurn(turn + 1)}>Turn</Button>
          <output>{turn}</output>
          <DataTable
            {...base}
            columns={counted}
            rows={rows}
            isLoading={turn === 1}
            onRowOpen={() => setTurn(turn + 10)}
            selected={selected}
            onSelectedChange={setSelected}
          />
        </>
      );
    }
    renderRoute(<Screen />);
    drawn.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Turn' }));
    expect(drawn).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Lakeview' }));
    expect(drawn).toEqual(['b']);
    expect(screen.getByRole('checkbox', { name: 'Select Lakeview' })).toHaveProperty('checked', true);
    drawn.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Turn' }));
    expect(drawn).toContain('d');
    // A click calls the current handler, although the row was rendered with an earlier one.
    await userEvent.click(screen.getByRole('cell', { name: 'Greenfield' }));
    expect(screen.getByRole('status').textContent).toBe('12');
  });
});

describe('the focus', () => {
  it('stays on a control of a row when the screen makes its columns again', async () => {
    function Screen() {
      const [turn, setTurn] = useState(0);
      const switches: DataTableColumn<School>[] = [
        { id: 'turn', header: 'Turn', cell: (school) => <Button onClick={() => setTurn(turn + 1)}>{`Turn ${school.name}`}</Button> },
      ];
      return (
        <>
          <output>{turn}</output>
          <DataTable {...base} columns={switches} rows={schools.map((school) => ({ ...school }))} />
        </>
      );
    }
    renderRoute(<Screen />);
    screen.getByRole('button', { name: 'Turn Lakeview' }).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('2');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn Lakeview' }));
  });
});

describe('choosing columns', () => {
  it('shows an optional column when it is selected, and stores the choice', async () => {
    const optional = columns.map((column) => (column.id === 'county' ? { ...column, isOptional: true } : column));
    show({ columns: optional, rememberAs: 'schools' });
    expect(screen.queryByRole('columnheader', { name: 'County' })).toBeNull();
    await userEvent.click(screen.getByText('Columns'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'County' }));
    expect(screen.getByRole('columnheader', { name: 'County' })).toBeTruthy();
    cleanup();
    show({ columns: optional, rememberAs: 'schools' });
    expect(screen.getByRole('columnheader', { name: 'County' })).toBeTruthy();
  });
});

describe('what a row and a list say beside their values', () => {
  it('offers the actions of a row in a menu that opens no row, by pointer and by keyboard', async () => {
    const onRowOpen = vi.fn();
    const onRemove = vi.fn();
    const menu: DataTableColumn<School> = {
      id: 'actions',
      header: '',
      cell: ({ name }) => (
        <ActionMenu
          label={`Actions for ${name}`}
          actions={[
            { label: 'Edit', onSelect: vi.fn() },
            name === 'Uhuru' && { label: 'Archive', onSelect: vi.fn() },
            { label: 'Remove', name: `Remove ${name}`, onSelect: () => onRemove(name) },
          ]}
        />
      ),
    };
    show({ columns: [...columns.slice(0, 2), menu], onRowOpen });
    const button = screen.getByRole('button', { name: 'Actions for Lakeview' });
    await userEvent.click(button);
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Edit', 'Remove']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onRemove).toHaveBeenCalledExactlyOnceWith('Lakeview');
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(onRowOpen).not.toHaveBeenCalled();
  });

  it('says the unit once, in the head, and sums of all that match below', () => {
    show({
      columns: [columns[0]!, { id: 'owed', header: 'Owed', unit: 'KES', align: 'end', cell: () => '1,000', total: () => '3,000' }],
      totals: { owed: '23,000' },
    });
    expect(screen.getByRole('columnheader', { name: /Owed\s*KES/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Total 23,000' })).toBeTruthy();
    expect(screen.queryByText('3,000')).toBeNull();
  });
});
