import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';

const day = z.string();
const periodSchema = z.object({
  id: z.string(),
  plan: z.string(),
  is_trial: z.boolean(),
  billing: z.enum(['monthly', 'termly', 'annual']),
  started_on: day,
  ends_on: day,
});
const licenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  quantity: z.number(),
  campus_ids: z.nullable(z.array(z.string())),
  valid_from: day,
  valid_until: z.nullable(day),
  /** Null where the licence was read from a key. */
  order_number: z.nullable(z.string()),
  is_key: z.boolean(),
  /** `preparing`: the product does not have the add-on yet; `without-key`: a school with a server of its own has yet to enter its key. */
  state: z.enum(['valid', 'without-key', 'later', 'preparing', 'expired', 'revoked']),
});
const offerSchema = z.object({
  plan_id: z.string(),
  name: z.string(),
  max_students: z.nullable(z.number()),
  max_campuses: z.nullable(z.number()),
  price_term: z.nullable(z.number()),
  price_year: z.number(),
  upgrade_price: z.nullable(z.number()),
});
const schoolPlanSchema = z.object({
  /** Also the number that a Standalone school's keys are issued for. */
  school_id: z.string(),
  today: day,
  state: z.enum(['trial', 'active', 'grace', 'ended', 'closed', 'none']),
  version: z.enum(['saas', 'standalone']),
  plan_id: z.nullable(z.string()),
  plan: z.nullable(z.string()),
  billing: z.nullable(z.string()),
  started_on: z.nullable(day),
  ends_on: z.nullable(day),
  grace_until: z.nullable(day),
  students: z.number(),
  max_students: z.nullable(z.number()),
  max_campuses: z.nullable(z.number()),
  periods: z.array(periodSchema),
  licences: z.array(licenceSchema),
  campuses: z.array(z.object({ id: z.string(), name: z.string() })),
  offers: z.array(offerSchema),
});

/** What the caller's school has bought and can buy; amounts in whole shillings, days of the school's time zone. */
export type SchoolPlan = z.infer<typeof schoolPlanSchema>;
export type SchoolLicence = z.infer<typeof licenceSchema>;
/** A plan on offer; `upgrade_price` is what is missing for it until the running period ends, null where nothing can be upgraded. */
export type PlanOffer = z.infer<typeof offerSchema>;

/** Starts with `orders`, so that every order and payment reads it again. */
export const schoolPlanKeys = { own: () => ['orders', 'school-plan'] as const };

/** The plan, limits, licences and offers of the caller's school; administrators only. */
export async function getSchoolPlan(db: Db): Promise<SchoolPlan> {
  return schoolPlanSchema.parse(unwrap(await db.rpc('school_plan', {}, { get: true })));
}

/** Sets the campuses at which an add-on is on, as many as its licence covers. */
export async function chooseLicenceCampuses(db: Db, args: { licenceId: string; campusIds: string[] }): Promise<string> {
  const { error, status } = await db.rpc('choose_licence_campuses', { licence_id: args.licenceId, campus_ids: args.campusIds });
  return unwrap({ data: args.licenceId, error, status });
}
