import { expect, it } from 'vitest';
import { tableAccess } from '@masomo/domain/tableAccess';
import { processingActivities } from './processingActivities.ts';

type Activity = (typeof processingActivities)[number]['id'];

/** The tables that each entry of the register describes. */
const tables: Record<Activity, string> = {
  teaching: `students enrolments class_subjects lessons attendance register_days assignments assignment_files submissions grades assessments subject_results classes`,
  welfare: 'student_records',
  families:
    'guardians student_guardians custody_marks consents data_requests announcements notifications documents mail_outbox conversations conversation_messages',
  fees: 'fees fee_invoices fee_charges fee_credits fee_payments student_balances',
  staff: 'staff_members',
  accounts: 'users super_admins invitations sign_ins cms_rights',
  log: 'audit_log record_openings breaches school_exports retired_records jobs job_files imports import_rows',
  orders: `orders order_items order_events order_ratings service_fulfilments payments payment_attempts provider_events refunds tax_documents
    licences carts saved_carts`,
  enquiries: 'demo_requests contact_messages support_tickets ticket_replies cookie_choices',
};
/** What belongs to nobody, and what people publish about themselves. */
const withoutPeople = `schools school_terms campuses features release_samples release_failures content_revision plans addons services modules
  module_points faqs testimonials settings setting_versions exchange_rates cms_pages cms_page_versions published_pages cms_redirects
  site_redirects cms_media school_exits subscriptions price_changes visit_counts student_counts consent_purposes retention_rules purge_runs
  subjects addon_settings import_matches`;

const named = (text: string) => text.split(/\s+/);

it('has an entry for every table of the core with data about people', () => {
  const described = Object.values(tables).flatMap(named);
  expect([...described, ...named(withoutPeople)].sort()).toEqual(Object.keys(tableAccess).sort());
});

it('says for each entry how long its data is kept', () => {
  for (const activity of processingActivities)
    expect([activity.id, activity.rules.length > 0 || 'keptFor' in activity]).toEqual([activity.id, true]);
});
