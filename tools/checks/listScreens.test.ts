import { describe, expect, it } from 'vitest';
import { handMadeList } from './listScreens.ts';

describe('a list built by hand', () => {
  it.each([
    ['<DataTable label={t`Orders`} rows={rows} page={page} />', 'pages rows itself'],
    ['<ul>{rows.map(line)}</ul><Pagination page={page} />', 'pages rows itself'],
    ['const [page, setPage] = useState(0);', 'keeps its own page'],
    ["const [filter, setFilter] = useState<OrderFilter>({ search: '', page: 0, pageSize: 20 });", 'keeps its own page'],
    ['<SearchInput label={t`Search`} /><PlainTable columns={columns} rows={found} />', 'searches a table itself'],
    ['<Table.Root size="sm"><Table.Body /></Table.Root>', 'builds a table beside `PlainTable`'],
  ])('is found in %s', (source, says) => {
    expect(handMadeList(source)).toBe(says);
  });

  it.each([
    '<ListScreen title={t`Orders`} columns={columns} pageSize={20} keyOf={orderKeys.list} query={listOrders} />',
    '<RecordList label={t`Sign-ins`} columns={[]} layout={{ rows: lines, pending }} pageSize={10} />',
    '<PlainTable label={t`Items`} columns={columns} rows={items} />',
    '<SearchInput label={t`Search help`} /><SimpleGrid>{found.map(card)}</SimpleGrid>',
  ])('is not found in %s', (source) => {
    expect(handMadeList(source)).toBeUndefined();
  });
});
