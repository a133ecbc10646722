// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListFilter } from '@masomo/data/listing';
import { readTable } from '@masomo/documents/tables/readTable';
import { toaster } from '@masomo/design-system';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { RecordList } from '../lists/RecordList.tsx';

const user = userEvent.setup();
let saved: { name: string; content: Blob }[];

beforeEach(() => {
  const blobs = new Map<string, Blob>();
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: blobs.get(this.href)! });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const students = Array.from({ length: 1_203 }, (_, index) => ({ id: `s${index}`, name: `Amani ${index}`, born: '2014-05-31' }));
const filters: ListFilter[] = [];

function open(query: (filter: ListFilter) => Promise<{ rows: typeof students; total: number }>) {
  renderRoute(
    <RecordList
      label="Students"
      search="Search students"
      columns={[{ id: 'name', header: 'Name', cell: (row: (typeof students)[number]) => row.name }]}
      keyOf={(filter) => ['students', filter]}
      query={(_, filter) => query(filter)}
      empty={{ title: 'None' }}
      export={{
        name: 'Students',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Date of birth', value: (row) => row.born, as: 'day' },
        ],
      }}
    />,
    { path: '/', session: signedInAs('admin'), db: fakeDb(() => ({ body: [] })).db },
  );
}

it('downloads all rows that the search selects, not those in view, in both formats', async () => {
  open((filter) => {
    filters.push(filter);
    const found = students.filter(({ name }) => name.includes(filter.search));
    const { page, pageSize } = filter;
    return Promise.resolve({ rows: found.slice(page * pageSize, (page + 1) * pageSize), total: found.length });
  });
  await user.type(await screen.findByLabelText('Search students'), '1');
  await waitFor(() => expect(filters.at(-1)?.search).toBe('1'));
  for (const button of ['Download CSV', 'Download for Excel']) {
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: button }));
  }
  await waitFor(() => expect(saved).toHaveLength(2));
  const expected = students.filter(({ name }) => name.includes('1'));
  expect(saved.map(({ name }) => name)).toEqual(['Students.csv', 'Students.xlsx']);
  for (const { name, content } of saved) {
    const { sheets } = await readTable(new File([await content.arrayBuffer()], name));
    const rows = sheets[0]!.rows.map(({ cells }) => cells);
    expect(rows[0]).toEqual(['Name', 'Date of birth']);
    expect(rows.slice(1)).toEqual(expected.map((row) => [row.name, row.born]));
  }
});

it('says when the rows could not be read, and makes no file', async () => {
  open(({ pageSize }) =>
    pageSize > 20 ? Promise.reject(new Error('gone')) : Promise.resolve({ rows: students.slice(0, 20), total: 1_203 }),
  );
  const failed = vi.spyOn(toaster, 'error').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Download for Excel' }));
  await waitFor(() => expect(failed).toHaveBeenCalledWith(expect.objectContaining({ title: 'The file was not created' })));
  expect(saved).toEqual([]);
});
