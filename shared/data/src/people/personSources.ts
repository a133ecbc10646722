import { unwrap, type Db, type QueryKey } from '@masomo/data';
import type { ListFilter, ListPage } from '../listing.ts';
import { listStudentRows } from './students.ts';

/** Somebody who can be chosen; `detail` tells namesakes apart. */
export type PersonOption = { id: string; name: string; detail: string };
/** What is typed, and which part of what it finds. */
export type PersonFilter = Pick<ListFilter, 'search' | 'page' | 'pageSize'>;
/** Where a form finds people: every source searches in the database, under the rights of the caller. */
export type PersonSource = {
  key: (filter: PersonFilter) => QueryKey;
  list: (db: Db, filter: PersonFilter) => Promise<ListPage<PersonOption>>;
};

const detailOf = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Students the caller may see: by name in any order, number, and by name, phone or email of a guardian. */
export const students: PersonSource = {
  key: (filter) => ['students', 'options', filter],
  async list(db, filter) {
    const { rows, total } = await listStudentRows(db, {
      ...filter,
      sort: { column: 'last_name', descending: false },
      classId: '',
      status: '',
    });
    return {
      total,
      rows: rows.map(({ id, name, className, admissionNumber }) => ({ id, name, detail: detailOf(className, admissionNumber) })),
    };
  },
};

/** Those who may teach a class of the caller's school: by name in any order, address, staff number, phone or job. */
export const teachers: PersonSource = {
  key: (filter) => ['users', 'teachers', filter],
  async list(db, { search, page, pageSize }) {
    const rows = unwrap(await db.rpc('find_teachers', { search, skipped: page * pageSize, size: pageSize }, { get: true }));
    return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, name, job, email }) => ({ id, name, detail: detailOf(job, email) })) };
  },
};

/** Those whom the caller may give a role at their school. */
export const rolePeople: PersonSource = {
  key: (filter) => ['school-roles', 'found', filter],
  async list(db, { search, page, pageSize }) {
    const rows = unwrap(await db.rpc('find_role_people', { search, skipped: page * pageSize, size: pageSize }, { get: true }));
    return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, name, email, school }) => ({ id, name, detail: detailOf(email, school) })) };
  },
};
