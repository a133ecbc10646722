import { parseRole, type Role } from '@masomo/domain/roles';
import { toDataError, unwrap, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '../listing.ts';

/** An invitation whose link nobody has opened. */
export type OpenInvitation = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** A role that the school has added; both are empty for the roles that every school has. */
  roleId: string;
  roleName: string;
  schoolId: string;
  school: string;
  invitedBy: string;
  createdAt: string;
};

export const invitationKeys = {
  open: (schoolId: string, filter: ListFilter) => ['users', 'invitations', schoolId, filter] as const,
  state: (id: string) => ['invitation', id] as const,
};

/** A page of the invitations whose link nobody has opened, the latest first: of one school, or with an empty id of all. */
export async function listOpenInvitations(
  db: Db,
  schoolId: string,
  { page, pageSize }: Pick<ListFilter, 'page' | 'pageSize'>,
): Promise<ListPage<OpenInvitation>> {
  const rows = unwrap(
    await db.rpc(
      'list_open_invitations',
      { ...(schoolId ? { in_school: schoolId } : {}), skipped: page * pageSize, size: pageSize },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name ?? '',
      role: parseRole(row.role),
      roleId: row.role_id ?? '',
      roleName: row.role_name ?? '',
      schoolId: row.school_id ?? '',
      school: row.school ?? '',
      invitedBy: row.invited_by ?? '',
      createdAt: row.created_at,
    })),
  };
}

/** Ends an invitation whose link nobody has opened; its account goes with it. */
export async function revokeInvitation(db: Db, { id }: Pick<OpenInvitation, 'id'>): Promise<void> {
  const { error, status } = await db.rpc('revoke_invitation', { invitation_id: id });
  if (error) throw toDataError(error, status);
}

/** What became of an invitation, for those who have its link; null where there is none. */
export async function readInvitationState(db: Db, id: string): Promise<string | null> {
  return unwrap(await db.rpc('invitation_state', { invitation_id: id }));
}
