import type { Role } from './roles.ts';

/**
 * The access table of the database: which rows of a table an actor can select, insert, update or delete. Row security
 * implements it, and a database test checks every cell (role x table x verb).
 */
export type AccessScope =
  /** Some rows: those about the person, their classes or children, or those that are published. */
  | 'some'
  /** Every row of the person's school and none of another's. */
  | 'school'
  /** Every row. */
  | 'all';

export type Actor = Role | 'anonymous';
export const tableVerbs = ['select', 'insert', 'update', 'delete'] as const;
export type TableVerb = (typeof tableVerbs)[number];
/** Actors that are not named have no access. */
export type TableAccess = Partial<Record<TableVerb, Partial<Record<Actor, AccessScope>>>>;

/** Everybody with an account. */
export const signedIn = ['super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user'] as const;
export const members = ['admin', 'teacher', 'staff', 'parent', 'student'] as const;
const everyone = ['anonymous', ...signedIn] as const;

/** What several actors reach alike, and what others do. */
export function reach(
  actors: readonly Actor[],
  reached: AccessScope,
  more: Partial<Record<Actor, AccessScope>> = {},
): Partial<Record<Actor, AccessScope>> {
  return { ...Object.fromEntries(actors.map((actor) => [actor, reached])), ...more };
}

const superAdmin = { super_admin: 'all' } as const;
const superAdminWrites = { insert: superAdmin, update: superAdmin, delete: superAdmin } as const;
/** Everyone sees active rows; super admins see and write all rows. */
const published: TableAccess = { select: reach(everyone, 'some', superAdmin), ...superAdminWrites };
const readByAll: TableAccess = { select: reach(everyone, 'all') };
const readBySuperAdmin: TableAccess = { select: superAdmin };
const adminWrites = { insert: { admin: 'school' }, update: { admin: 'school' }, delete: { admin: 'school' } } as const;
/** Without delete, because history refers to these rows. */
const officeWrites = { insert: reach(['admin', 'staff'], 'school'), update: reach(['admin', 'staff'], 'school') };
/** Administrators and staff see the school's rows, teachers and families their own. */
const seenAtSchool = reach(['admin', 'staff'], 'school', { super_admin: 'all', teacher: 'some', parent: 'some', student: 'some' });
/** Children's records: super admins see them only after opening them, with a reason that the school reads. */
export const childrens = reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' });
const childrensByAdmin = reach(['admin'], 'school', { teacher: 'some', parent: 'some', student: 'some' });
/** Like `seenAtSchool`, but without staff. */
const seenByAdmin = reach(['admin'], 'school', { super_admin: 'all', teacher: 'some', parent: 'some', student: 'some' });

/** Employees of a school see its orders; everyone else their own orders. */
const seenByBuyers: TableAccess = {
  select: reach(['admin', 'teacher', 'staff'], 'school', { super_admin: 'all', parent: 'some', student: 'some', user: 'some' }),
};

/**
 * Every table of the API but those of modules and add-ons, which are in their `schema/access.ts`. A table that is listed nowhere
 * fails the test.
 */
export const tableAccess: Readonly<Record<string, TableAccess>> = {
  // Accounts
  schools: { select: reach(members, 'school', superAdmin), insert: superAdmin, update: { super_admin: 'all', admin: 'school' } },
  school_terms: { select: reach(members, 'school', superAdmin) },
  campuses: { select: reach(members, 'school', superAdmin) },
  users: {
    select: { super_admin: 'all', admin: 'school', teacher: 'some', staff: 'some', parent: 'some', student: 'some', user: 'some' },
    // A super admin's own profile is fixed.
    update: { super_admin: 'some', admin: 'school', teacher: 'some', staff: 'some', parent: 'some', student: 'some', user: 'some' },
  },
  super_admins: readBySuperAdmin,
  invitations: { select: { super_admin: 'all', admin: 'school' } },
  // Without what is about a child whose records are not open.
  audit_log: { select: { super_admin: 'some', admin: 'school' } },
  features: readByAll,
  // Releases
  release_samples: readBySuperAdmin,
  release_failures: readBySuperAdmin,
  // Site
  content_revision: readByAll,
  plans: published,
  addons: published,
  services: published,
  modules: readByAll,
  module_points: { select: reach(everyone, 'all'), update: superAdmin },
  faqs: published,
  testimonials: published,
  settings: published,
  setting_versions: readBySuperAdmin,
  exchange_rates: readByAll,
  cms_pages: { select: superAdmin, ...superAdminWrites },
  cms_page_versions: readBySuperAdmin,
  published_pages: readByAll,
  cms_redirects: readByAll,
  cms_rights: readBySuperAdmin,
  site_redirects: { select: superAdmin, ...superAdminWrites },
  cms_media: { select: reach(everyone, 'some', superAdmin), insert: superAdmin, update: superAdmin },
  // Inbox
  demo_requests: { select: superAdmin, delete: superAdmin },
  contact_messages: { select: superAdmin, delete: superAdmin },
  support_tickets: { select: { super_admin: 'all', user: 'some' }, update: superAdmin },
  ticket_replies: { select: { super_admin: 'all', user: 'some' } },
  mail_outbox: readBySuperAdmin,
  // Store
  orders: seenByBuyers,
  order_items: seenByBuyers,
  service_fulfilments: seenByBuyers,
  order_events: readBySuperAdmin,
  payments: seenByBuyers,
  payment_attempts: readBySuperAdmin,
  provider_events: readBySuperAdmin,
  refunds: readBySuperAdmin,
  tax_documents: readBySuperAdmin,
  // Keys of licences are for administrators and buyers.
  licences: { select: { super_admin: 'all', admin: 'school', user: 'some' } },
  school_exits: readBySuperAdmin,
  jobs: { select: reach(members, 'some', superAdmin) },
  job_files: { select: reach(['admin', 'teacher'], 'some') },
  imports: { select: reach(['admin', 'staff'], 'school') },
  import_rows: { select: reach(['admin', 'staff'], 'school') },
  import_matches: { select: reach(['admin', 'staff'], 'school') },
  school_exports: { select: { admin: 'school' } },
  retired_records: { select: { admin: 'school' } },
  subscriptions: { select: { super_admin: 'all', admin: 'school' } },
  price_changes: readBySuperAdmin,
  visit_counts: readBySuperAdmin,
  cookie_choices: readBySuperAdmin,
  carts: readBySuperAdmin,
  // Only its owner can read a cart.
  saved_carts: { select: reach(signedIn, 'some') },
  order_ratings: readBySuperAdmin,
  // People of a school
  classes: { select: seenAtSchool },
  students: { select: childrens },
  student_counts: { select: reach(['admin', 'staff'], 'school', superAdmin) },
  enrolments: { select: childrens },
  guardians: { select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some' }) },
  student_guardians: { select: childrens },
  staff_members: { select: { super_admin: 'all', admin: 'school', teacher: 'some', staff: 'some' } },
  student_records: {
    select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' }),
    ...officeWrites,
  },
  // Data protection
  breaches: { select: { super_admin: 'all', admin: 'school' } },
  record_openings: { select: { super_admin: 'all', admin: 'school' } },
  consent_purposes: readByAll,
  consents: { select: reach(['admin', 'staff'], 'school', { parent: 'some' }) },
  // Never for families: one parent may not learn what is noted about the other.
  custody_marks: { select: reach(['admin', 'staff'], 'school') },
  data_requests: { select: { admin: 'school', parent: 'some', student: 'some' } },
  retention_rules: readByAll,
  purge_runs: readBySuperAdmin,
  // Teaching
  subjects: { select: reach(members, 'school', superAdmin) },
  class_subjects: { select: seenAtSchool },
  lessons: { select: seenAtSchool, ...adminWrites },
  attendance: { select: childrens },
  // Settings of modules and add-ons
  addon_settings: { select: reach(['admin', 'teacher', 'staff'], 'school') },
  register_days: { select: reach(['admin', 'staff'], 'school', { super_admin: 'all', teacher: 'some' }) },
  assignments: { select: seenByAdmin, insert: { teacher: 'some' }, update: { teacher: 'some' }, delete: { teacher: 'some' } },
  submissions: { select: childrensByAdmin },
  assignment_files: { select: childrensByAdmin },
  grades: { select: childrensByAdmin },
  assessments: { select: seenByAdmin },
  subject_results: { select: childrensByAdmin },
  // School life
  fees: { select: { super_admin: 'all', admin: 'school' } },
  fee_invoices: { select: { admin: 'school', parent: 'some', student: 'some' } },
  fee_charges: { select: { admin: 'school', parent: 'some', student: 'some' } },
  fee_credits: { select: { admin: 'school', parent: 'some', student: 'some' } },
  fee_payments: { select: { admin: 'school', parent: 'some', student: 'some' } },
  student_balances: { select: { admin: 'school', parent: 'some', student: 'some' } },
  // A parent and a teacher have their own, and administrators oversee those of the school.
  conversations: { select: { teacher: 'some', parent: 'some' } },
  conversation_messages: { select: { teacher: 'some', parent: 'some' } },
  announcements: {
    select: { super_admin: 'all', admin: 'school', teacher: 'some', staff: 'some', parent: 'some', student: 'some' },
    insert: { admin: 'school', teacher: 'some', staff: 'school' },
    update: { admin: 'school', teacher: 'some', staff: 'some' },
    delete: { admin: 'school', teacher: 'some', staff: 'some' },
  },
  sign_ins: { select: reach(signedIn, 'some') },
  notifications: { select: reach(signedIn, 'some'), delete: reach(signedIn, 'some') },
  documents: {
    select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' }),
    insert: { admin: 'school', teacher: 'some', staff: 'school' },
    update: { admin: 'school', teacher: 'some', staff: 'school' },
  },
};
