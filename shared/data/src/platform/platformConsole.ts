import * as z from '@masomo/data/zod';
import { toDataError, unwrap, type Db } from '@masomo/data';
import { translatable } from '@masomo/domain/translatable';
import { translate } from '@masomo/i18n';
import { searchPatterns, uncountedPage, type ListFilter, type ListPage } from '../listing.ts';

/** An audit entry: who did what, and the columns that changed. */
export type AuditEntry = {
  id: string;
  at: string;
  actor: string;
  actorEmail: string;
  school: string;
  /** The child that the record is about; empty for other entries. */
  student: string;
  action: string;
  entity: string;
  entityId: string;
  /** Why, where the command asked for it; empty otherwise. */
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};
export type AuditFilter = ListFilter & { entity: string; action: string };
/** Audited tables of a school, without those of modules and add-ons, which `listAuditedTables` names. */
export const schoolAuditEntities = [
  'school_roles',
  'memberships',
  'users',
  'invitations',
  'schools',
  'subscriptions',
  'second_step_rules',
  'authenticators',
  'classes',
  'staff_members',
  'school_terms',
  'campuses',
  'students',
  'guardians',
  'student_guardians',
  'student_records',
  'custody_marks',
  'breaches',
  'record_openings',
  'documents',
  'assessments',
  'grades',
  'attendance',
  'submissions',
  'fees',
  'fee_charges',
  'fee_credits',
  'fee_payments',
  'support_tickets',
  'school_looks',
] as const;
/** Audited tables of the platform. */
export const auditEntities = [
  ...schoolAuditEntities,
  'super_admins',
  'school_exits',
  'orders',
  'payments',
  'refunds',
  'provider_events',
  'price_changes',
  'plans',
  'addons',
  'services',
  'service_fulfilments',
  'settings',
  'retention_rules',
  'features',
  'module_points',
  'cms_pages',
  'cms_media',
  'cms_rights',
  'site_redirects',
  'faqs',
  'testimonials',
] as const;
export const auditActions = ['insert', 'update', 'delete', 'bill', 'import', 'open', 'read', 'export', 'erase'] as const;

const trendsSchema = z.object({
  months: z.array(
    z.object({
      start: z.string(),
      schools: z.number(),
      students: z.number(),
      accounts: z.number(),
      orders: z.number(),
      revenue: z.number(),
      tickets: z.number(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), visits: z.number(), sign_ins: z.number(), changes: z.number() })),
});
/** Twelve months of growth and thirty days of usage. */
export type PlatformTrends = z.infer<typeof trendsSchema>;

const statusSchema = z.object({
  mail: z.object({
    waiting: z.number(),
    failed: z.number(),
    oldest_waiting: z.nullable(z.string()),
    last_sent: z.nullable(z.string()),
    /** Interrupted while they were sent, and sent once more. */
    perhaps_sent: z._default(z.number(), 0),
    last_error: z.nullable(z.string()),
  }),
  payments: z.array(z.object({ method: z.string(), reported_at: z.string() })),
  last_payment: z.nullable(z.string()),
  open_attempts: z.number(),
  rate_at: z.nullable(z.string()),
  /** Schools that have used half of today's emails. */
  mail_budgets: z.array(z.object({ school_id: z.string(), school: z.string(), sent: z.number(), refused: z.number(), most: z.number() })),
  /** Networks that have used up today's emails. */
  mail_networks: z.number(),
  /** What scheduled work could not do so far. */
  failing_jobs: z.array(
    z.object({ job: z.string(), subject: z.string(), reason: z.string(), failures: z.number(), next_try_at: z.string() }),
  ),
});
/** Health of email and payments. */
export type ServiceStatus = z.infer<typeof statusSchema>;

/** A feature that can be switched off; `closedMessage` is shown in the meantime. */
export type Flag = { name: string; label: string; closedMessage: string; isOn: boolean; changedAt: string };

export const platformConsoleKeys = {
  audit: (filter: AuditFilter) => ['audit', 'list', filter] as const,
  auditedTables: () => ['audit', 'tables'] as const,
  trends: () => ['overview', 'trends'] as const,
  status: () => ['overview', 'services'] as const,
  failedMails: (filter: ListFilter) => ['overview', 'failed-mails', filter] as const,
  flags: () => ['flags'] as const,
};

const columnsSchema = z.catch(z.nullable(z.record(z.string(), z.unknown())), null);

/** The audited tables of modules and add-ons with what the log calls them. */
export async function listAuditedTables(db: Db): Promise<{ entity: string; label: string }[]> {
  return unwrap(await db.rpc('list_audited_tables')).map(({ entity, label }) => ({ entity, label: translate(label) }));
}

/** Audit entries: of the platform for super admins, of their school for administrators. The log only grows, so they are not counted. */
export async function listAuditEntries(db: Db, filter: AuditFilter): Promise<ListPage<AuditEntry>> {
  let query = db.from('audit_entries').select('*');
  if (filter.entity) query = query.eq('entity', filter.entity);
  if (filter.action) query = query.eq('action', filter.action);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const first = filter.page * filter.pageSize;
  const rows = unwrap(
    await query
      .order('at', { ascending: !filter.sort.descending })
      .order('id', { ascending: !filter.sort.descending })
      .range(first, first + filter.pageSize),
  );
  return uncountedPage(
    filter,
    rows.map((row) => ({
      id: String(row.id ?? ''),
      at: row.at ?? '',
      actor: row.actor ?? '',
      actorEmail: row.actor_email ?? '',
      school: row.school ?? '',
      student: row.student ?? '',
      action: row.action ?? '',
      entity: row.entity ?? '',
      entityId: row.entity_id ?? '',
      reason: row.reason ?? '',
      before: columnsSchema.parse(row.before) ?? {},
      after: columnsSchema.parse(row.after) ?? {},
    })),
  );
}

/** Growth, revenue and use of the platform; super admins only. */
export async function getPlatformTrends(db: Db): Promise<PlatformTrends> {
  return trendsSchema.parse(unwrap(await db.rpc('platform_trends', {}, { get: true })));
}

/** Current health of email and payments; super admins only. */
export async function getServiceStatus(db: Db): Promise<ServiceStatus> {
  return statusSchema.parse(unwrap(await db.rpc('service_status', {}, { get: true })));
}

/** An email that was given up. */
export type FailedMail = {
  id: string;
  template: string;
  /** What a module calls the mails of its own; null for those of the core. */
  label: string | null;
  createdAt: string;
  attempts: number;
};

/** A page of the emails that were given up, the latest first; super admins only. */
export async function listFailedMails(db: Db, { page, pageSize }: ListFilter): Promise<ListPage<FailedMail>> {
  const [{ data, error, status, count }, kinds] = await Promise.all([
    db
      .from('mail_outbox')
      .select('id, template, created_at, attempts', { count: 'exact' })
      .eq('status', 'failed')
      .order('created_at', { ascending: false })
      .order('id')
      .range(page * pageSize, (page + 1) * pageSize - 1),
    db.rpc('list_mail_kinds'),
  ]);
  const labels = new Map(unwrap(kinds).map((kind) => [kind.template, translate(kind.label)]));
  const rows = unwrap({ data, error, status });
  return {
    total: count ?? rows.length,
    rows: rows.map(({ id, template, created_at: createdAt, attempts }) => ({
      id,
      template,
      label: labels.get(template) ?? null,
      createdAt,
      attempts,
    })),
  };
}

/** Has an email that was given up sent again. */
export async function retryMail(db: Db, id: string): Promise<void> {
  const { error, status } = await db.rpc('retry_mail', { mail_id: id });
  if (error) throw toDataError(error, status);
}

/** Retries failed emails; resolves to how many. */
export async function retryMails(db: Db): Promise<{ retried: number }> {
  return { retried: unwrap(await db.rpc('retry_mails')) };
}

const flagLabels: Record<string, string> = {
  checkout: translatable('Orders in the store'),
  demo_requests: translatable('Demo requests'),
  support_tickets: translatable('Support tickets'),
  trials: translatable('Trials'),
};

/** Flags of the platform and whether each is on; names and messages in the language of the page. */
export async function listFlags(db: Db): Promise<Flag[]> {
  const rows = unwrap(await db.from('features').select('name, label, closed_message, is_on, changed_at').order('label'));
  return rows.map((row) => ({
    name: row.name,
    label: translate(flagLabels[row.name] ?? row.label),
    closedMessage: translate(row.closed_message),
    isOn: row.is_on,
    changedAt: row.changed_at,
  }));
}

/** Switches a flag on or off; super admins only. */
export async function setFlag(db: Db, { name, isOn }: { name: string; isOn: boolean }): Promise<string> {
  const { error, status } = await db.rpc('set_feature', { feature: name, is_on: isOn });
  return unwrap({ data: name, error, status });
}
