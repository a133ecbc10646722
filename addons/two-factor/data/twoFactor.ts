import * as z from '@masomo/data/zod';
import { toDataError, unwrap, type Db } from '@masomo/data';
import { parseRole, type Role } from '@masomo/domain/roles';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { nullable } from '@masomo/data/nullable';

/** What a school demands of a role. Without a day although required: since it was decided. */
export type TwoFactorRule = {
  role: Role;
  isRequired: boolean;
  requiredFrom: string | null;
  graceDays: number;
  people: number;
  enrolled: number;
};

/** `dueOn`: until when the person must have an app; null where nobody demands it. `devices`: how many they trust. */
export type TwoFactorPerson = {
  id: string;
  name: string;
  email: string;
  role: Role;
  enrolledAt: string;
  dueOn: string;
  signedInAt: string;
  devices: number;
};
export type TwoFactorPeopleFilter = ListFilter & { role: Role | ''; /** Null for both. */ isEnrolled: boolean | null };

/** A sign-in at the school; empty texts where it is not known. */
export type SchoolSignIn = {
  id: string;
  name: string;
  email: string;
  role: Role;
  signedInAt: string;
  endedAt: string;
  hasSecondStep: boolean;
  /** The browser's user agent. */
  device: string;
  address: string;
};
export type SignInLogFilter = ListFilter & { from: string; to: string; role: Role | ''; hasCode: boolean | null };

export type TrustedDevice = { id: string; device: string; trustedUntil: string; usedAt: string };

const mineSchema = z.object({ is_enrolled: z.boolean(), trust_days: z.number(), due_on: z.nullable(z.string()) });

export const twoFactorKeys = {
  policy: () => ['two-factor', 'policy'] as const,
  people: (filter: object) => ['two-factor', 'people', filter] as const,
  log: (filter: object) => ['two-factor', 'log', filter] as const,
  mine: () => ['two-factor', 'mine'] as const,
  devices: () => ['two-factor', 'devices'] as const,
};

const expectDone = ({ error, status }: { error: Parameters<typeof toDataError>[0] | null; status: number }) => {
  if (error) throw toDataError(error, status);
};
const pageOf = (filter: ListFilter) => ({
  ...(filter.search.trim() ? { search: filter.search } : {}),
  skipped: filter.page * filter.pageSize,
  size: filter.pageSize,
});

/** The rule for each role of the caller's school, with how many people have set up an app. */
export async function listTwoFactorPolicy(db: Db): Promise<TwoFactorRule[]> {
  const rows = unwrap(await db.rpc('two_factor_policy', {}, { get: true }));
  return rows.map((row) => ({
    role: parseRole(row.role),
    requiredFrom: nullable(row.required_from),
    isRequired: row.is_at_once || nullable(row.required_from) !== null,
    graceDays: row.grace_days,
    people: row.people,
    enrolled: row.enrolled,
  }));
}

/** Demands an app of a role from a day on; without a day, no more. */
export async function setTwoFactorPolicy(db: Db, rule: { role: Role; requiredFrom: string | null; graceDays: number }): Promise<void> {
  expectDone(
    await db.rpc('set_two_factor_policy', {
      role: rule.role,
      ...(rule.requiredFrom ? { required_from: rule.requiredFrom } : {}),
      grace_days: rule.graceDays,
    }),
  );
}

/** The school's people by name, found by name or address. */
export async function listTwoFactorPeople(db: Db, filter: TwoFactorPeopleFilter): Promise<ListPage<TwoFactorPerson>> {
  const rows = unwrap(
    await db.rpc(
      'two_factor_people',
      {
        ...(filter.role ? { of_role: filter.role } : {}),
        ...(filter.isEnrolled === null ? {} : { is_enrolled: filter.isEnrolled }),
        ...pageOf(filter),
      },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: nullable(row.email) ?? '',
      role: parseRole(row.role),
      enrolledAt: nullable(row.enrolled_at) ?? '',
      dueOn: nullable(row.due_on) ?? '',
      signedInAt: nullable(row.signed_in_at) ?? '',
      devices: row.devices,
    })),
  };
}

/** Reminds these people, or with null all, who must have an app and have none; resolves to how many were reminded now. */
export async function remindTwoFactor(db: Db, people: string[] | null): Promise<number> {
  return unwrap(await db.rpc('remind_two_factor', people ? { people } : {}));
}

/** Sign-ins at the school between two of its days, newest first; found by person, device or address. */
export async function listSchoolSignIns(db: Db, filter: SignInLogFilter): Promise<ListPage<SchoolSignIn>> {
  const rows = unwrap(
    await db.rpc(
      'two_factor_log',
      {
        from_day: filter.from,
        to_day: filter.to,
        ...(filter.role ? { of_role: filter.role } : {}),
        ...(filter.hasCode === null ? {} : { has_code: filter.hasCode }),
        ...pageOf(filter),
      },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: nullable(row.email) ?? '',
      role: parseRole(row.role),
      signedInAt: row.signed_in_at,
      endedAt: nullable(row.ended_at) ?? '',
      hasSecondStep: row.has_second_step,
      device: row.device,
      address: nullable(row.address) ?? '',
    })),
  };
}

/** Takes the app, the recovery codes and the trusted devices off the account of somebody at the school, and tells them. */
export async function resetTwoFactor(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  expectDone(await db.rpc('reset_two_factor', { person: id, reason }));
}

/** What the caller's school demands of the caller, and for how many days a device may be trusted. */
export async function getMyTwoFactor(db: Db): Promise<{ isEnrolled: boolean; trustDays: number; dueOn: string | null }> {
  const mine = mineSchema.parse(unwrap(await db.rpc('my_two_factor', {}, { get: true })));
  return { isEnrolled: mine.is_enrolled, trustDays: mine.trust_days, dueOn: mine.due_on };
}

/** The devices that the caller trusts, the last used first. */
export async function listTrustedDevices(db: Db): Promise<TrustedDevice[]> {
  const rows = unwrap(await db.rpc('my_trusted_devices', {}, { get: true }));
  return rows.map(({ id, device, trusted_until: trustedUntil, used_at: usedAt }) => ({ id, device, trustedUntil, usedAt }));
}

export async function endTrustedDevice(db: Db, id: string): Promise<boolean> {
  return unwrap(await db.rpc('end_trusted_device', { device_id: id }));
}
