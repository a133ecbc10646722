import * as z from '@masomo/data/zod';
import { unwrap, withOwnKey, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { nullable } from '@masomo/data/nullable';

export type Branch = {
  id: string;
  name: string;
  /** What its papers call it. */
  school: string;
  campusId: string | null;
  isHead: boolean;
  isHere: boolean;
  canSwitch: boolean;
};

const figuresSchema = z.object({
  id: z.string(),
  name: z.string(),
  students: z.number(),
  staff: z.number(),
  came: z.number(),
  marked: z.number(),
  charged: z.number(),
  collected: z.number(),
  balance: z.number(),
  between: z.number(),
  term: z.nullable(z.string()),
  is_closed: z.boolean(),
});
const reportSchema = z.object({
  branches: z.array(figuresSchema),
  total: z.object({
    students: z.number(),
    staff: z.number(),
    came: z.number(),
    marked: z.number(),
    charged: z.number(),
    collected: z.number(),
    balance: z.number(),
    between: z.number(),
    open: z.number(),
  }),
});
export type BranchFigures = z.infer<typeof figuresSchema>;
export type BranchReport = z.infer<typeof reportSchema>;
export type Period = { from: string; to: string };

const accountSchema = z.object({
  balance: z.number(),
  children: z.array(z.object({ id: z.string(), name: z.string(), admission_number: z.string(), balance: z.number() })),
  branches: z.array(z.object({ id: z.string(), name: z.string(), balance: z.number() })),
});
/** What a family owes: its children here, and its part at each other branch. */
export type FamilyAccount = z.infer<typeof accountSchema>;

const receiptSchema = z.object({
  id: z.string(),
  receipt_number: z.string(),
  method: z.string(),
  reference: z.nullable(z.string()),
  amount: z.number(),
  paid_on: z.string(),
  taken_by: z.nullable(z.string()),
  school: z.string(),
  parts: z.array(z.object({ branch: z.string(), student: z.nullable(z.string()), amount: z.number(), is_reversed: z.boolean() })),
});
export type FamilyReceipt = z.infer<typeof receiptSchema>;

const partsSchema = z.object({
  balance: z.number(),
  parts: z.array(z.object({ id: z.string(), name: z.string(), is_here: z.boolean(), balance: z.number(), children: z.array(z.string()) })),
});

export const branchMethods = ['mpesa', 'cash', 'bank', 'cheque'] as const;
export type BranchMethod = (typeof branchMethods)[number];
/** A payment of a family; `receiptId` is made by the browser, so that sending it again records nothing. */
export type FamilyPayment = {
  receiptId: string;
  studentId: string;
  parts: readonly ({ student_id: string; amount: number } | { branch_id: string; amount: number })[];
  method: BranchMethod;
  reference: string;
};

export type BranchEntry = { id: string; branch: string; kind: string; reference: string; amount: number; enteredOn: string };
export type BranchMove = {
  id: string;
  studentId: string;
  student: string;
  branch: string;
  isArrival: boolean;
  carried: number;
  movedOn: string;
};

export const branchKeys = {
  list: () => ['branches', 'list'] as const,
  report: ({ from, to }: Period) => ['branches', 'report', from, to] as const,
  account: (studentId: string) => ['branches', 'account', studentId] as const,
  debts: () => ['branches', 'debts'] as const,
  entries: (filter: ListFilter) => ['branches', 'entries', filter] as const,
  moves: (filter: ListFilter) => ['branches', 'moves', filter] as const,
  family: () => ['branches', 'family'] as const,
};

/** The main school and its branches. */
export async function listBranches(db: Db): Promise<Branch[]> {
  const rows = unwrap(await db.rpc('list_branches', {}, { get: true }));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    school: row.school,
    campusId: nullable(row.campus_id),
    isHead: row.is_head,
    isHere: row.is_here,
    canSwitch: row.can_switch,
  }));
}

/** Gives a campus books of its own; resolves to the branch. */
export async function openBranch(db: Db, campusId: string): Promise<string> {
  return unwrap(await withOwnKey(db).rpc('open_branch', { campus_id: campusId }));
}

export async function getBranchReport(db: Db, { from, to }: Period): Promise<BranchReport> {
  return reportSchema.parse(unwrap(await db.rpc('branch_report', { from_day: from, to_day: to }, { get: true })));
}

/** Null where the caller may not see the account. */
export async function getFamilyAccount(db: Db, studentId: string): Promise<FamilyAccount | null> {
  const response = await db.rpc('family_account', { student_id: studentId }, { get: true });
  return response.error === null && response.data === null ? null : accountSchema.parse(unwrap(response));
}

/** Records the payment and resolves to its receipt; one that is recorded already is returned as it is. */
export async function takeFamilyPayment(db: Db, { receiptId, studentId, parts, method, reference }: FamilyPayment): Promise<FamilyReceipt> {
  return receiptSchema.parse(
    unwrap(
      await withOwnKey(db).rpc('take_family_payment', {
        receipt_id: receiptId,
        student_id: studentId,
        parts: [...parts],
        method,
        ...(reference.trim() ? { reference } : {}),
      }),
    ),
  );
}

/** What each other branch owes this one; below zero what this one owes it. */
export async function listBranchDebts(db: Db): Promise<{ id: string; branch: string; amount: number }[]> {
  const rows = unwrap(await db.rpc('branch_debts', {}, { get: true }));
  return rows.map(({ branch_id: id, branch, amount }) => ({ id, branch, amount }));
}

export async function listBranchEntries(db: Db, { page, pageSize }: ListFilter): Promise<ListPage<BranchEntry>> {
  const rows = unwrap(await db.rpc('branch_entry_list', { skipped: page * pageSize, size: pageSize }, { get: true }));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ entered_on: enteredOn, total: _, ...row }) => ({ ...row, enteredOn })),
  };
}

export async function listBranchMoves(db: Db, { page, pageSize }: ListFilter): Promise<ListPage<BranchMove>> {
  const rows = unwrap(await db.rpc('branch_move_list', { skipped: page * pageSize, size: pageSize }, { get: true }));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      studentId: row.student_id,
      student: row.student,
      branch: row.branch,
      isArrival: row.is_arrival,
      carried: row.carried,
      movedOn: row.moved_on,
    })),
  };
}

/** Moves a student to another branch; resolves to the student there. */
export async function moveToBranch(
  db: Db,
  { studentId, branchId, admissionNumber }: { studentId: string; branchId: string; admissionNumber: string },
): Promise<string> {
  return unwrap(
    await withOwnKey(db).rpc('move_to_branch', {
      student_id: studentId,
      branch_id: branchId,
      ...(admissionNumber.trim() ? { admission_number: admissionNumber } : {}),
    }),
  );
}

/** What the caller's family owes over all branches. */
export async function getFamilyBranches(db: Db): Promise<z.infer<typeof partsSchema>> {
  return partsSchema.parse(unwrap(await db.rpc('family_branches', {}, { get: true })));
}
