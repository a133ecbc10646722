import * as z from '@masomo/data/zod';
import type { Role } from '@masomo/domain/roles';
import { unwrap, type Db } from '@masomo/data';
import { sortColumn, type ListFilter, type ListPage } from '../listing.ts';

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    role: z.string(),
    school_id: z.nullable(z.string()),
    school: z.nullable(z.string()),
    is_active: z.boolean(),
    last_sign_in_at: z.nullable(z.string()),
    has_authenticator: z.boolean(),
    total: z.number(),
  }),
);
export type AccountRow = z.infer<typeof rowsSchema>[number];

/** A page of accounts of every school, or of one: super admins list all, administrators their own school's. */
export async function listAccountRows(
  db: Db,
  { search, sort, page, pageSize }: ListFilter,
  filter: { schoolId?: string; role?: Role; isActive?: boolean },
): Promise<ListPage<AccountRow>> {
  const rows = rowsSchema.parse(
    unwrap(
      await db.rpc(
        'list_accounts',
        {
          ...(filter.schoolId ? { in_school: filter.schoolId } : {}),
          ...(search.trim() ? { search: search.trim() } : {}),
          ...(filter.role ? { in_role: filter.role } : {}),
          ...(filter.isActive === undefined ? {} : { active: filter.isActive }),
          sort: sortColumn(sort.column, ['last_name', 'role', 'last_sign_in_at']),
          descending: sort.descending,
          skipped: page * pageSize,
          size: pageSize,
        },
        { get: true },
      ),
    ),
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
