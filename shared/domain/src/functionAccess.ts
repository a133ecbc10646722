import type { Actor } from './tableAccess.ts';

const schoolMembers = ['admin', 'teacher', 'staff', 'parent', 'student'] as const;
const signedIn: readonly Actor[] = ['super_admin', ...schoolMembers, 'user'];
const everyone: readonly Actor[] = ['anonymous', ...signedIn];
const superAdmin: readonly Actor[] = ['super_admin'];
const admin: readonly Actor[] = ['admin'];
const office: readonly Actor[] = ['admin', 'staff'];
const teacher: readonly Actor[] = ['teacher'];
/** A super admin for every school, an administrator for their own. */
const accountManagers: readonly Actor[] = ['super_admin', 'admin'];

const callable = (actors: readonly Actor[], ...names: string[]) => Object.fromEntries(names.map((name) => [name, actors]));

/**
 * The access table of the database's functions: who can call each function of the API for data of their own school.
 * What a function can read or write is decided by `tableAccess` or by the function itself. A function that is not listed
 * can be called by the server only; a database test checks every cell.
 */
export const functionAccess: Readonly<Record<string, readonly Actor[]>> = {
  // Visitors: the store, their own order by its number, statistics
  ...callable(
    everyone,
    'quote_order',
    'place_order',
    'order_by_number_and_email',
    'rate_order',
    'offered_payment_methods',
    'read_payment',
    'cancel_payment',
    'record_visit',
    'record_cart',
    'record_cookie_choice',
    'report_releases',
    'redirect_of',
  ),
  // Row security decides what each account sees
  ...callable(
    signedIn,
    'save_cart',
    'my_sessions',
    'must_enrol',
    'end_my_session',
    'make_recovery_codes',
    'recovery_codes_left',
    'use_recovery_code',
    'own_role',
    'current_identity',
    'set_language',
    'my_cms_right',
    'find_people',
    'dashboard_summary',
    'list_orders',
    'order_document',
    'count_orders',
    'export_orders',
    'order_summary',
    'fee_totals',
    'fee_payment_totals',
    'student_profile',
    'student_account',
    'class_profile',
    'attendance_by_student',
    'attendance_report',
    'results_by_student',
    'results_report',
    'report_cards',
    'class_scale',
    'fees_report',
  ),
  // Accounts and schools
  ...callable(
    accountManagers,
    'second_step_roles',
    'set_second_step_roles',
    'invite_user',
    'revoke_invitation',
    'set_user_role',
    'set_user_active',
    'list_accounts',
  ),
  ...callable(
    superAdmin,
    'open_school',
    'school_overview',
    'start_trial',
    'renew_subscription',
    'cancel_subscription',
    'stop_school_exit',
    'set_retention',
    'resume_school_exit',
    'platform_analytics',
    'platform_trends',
    'service_status',
    'retry_mails',
    'set_feature',
    'remove_demonstration_data',
  ),
  ...callable(admin, 'school_plan', 'choose_licence_campuses', 'close_term', 'reopen_term'),
  // Orders, payments, price book
  ...callable(
    superAdmin,
    'set_order_status',
    'set_order_statuses',
    'complete_paid_order',
    'reopen_order',
    'add_order_note',
    'resend_order_mail',
    'store_analytics',
    'configured_payment_methods',
  ),
  ...callable(
    superAdmin,
    'confirm_bank_payment',
    'accept_payment',
    'refund_payment',
    'retry_refund',
    'settle_refund',
    'list_payment_issues',
    'assign_provider_event',
    'dismiss_provider_event',
    'retry_tax_document',
  ),
  ...callable(
    superAdmin,
    'configured_payment_methods',
    'list_price_book',
    'schedule_price_change',
    'cancel_price_change',
    'align_addon_prices',
    'move_addon',
  ),
  ...callable(superAdmin, 'list_plans', 'move_plan', 'list_services', 'move_service', 'remove_from_price_book'),
  // Site
  ...callable(
    superAdmin,
    'publish_page',
    'unpublish_page',
    'save_page_version',
    'restore_page_version',
    'move_question',
    'move_testimonial',
    'save_setting',
    'setting_history',
    'cms_people',
    'set_cms_right',
    'search_cms',
    'media_uses',
    'schedule_page',
  ),
  ...callable(superAdmin, 'reply_to_ticket', 'retry_mail', 'release_health', 'release_author'),
  // Administration of a school
  ...callable(office, 'save_student', 'import_students', 'move_students', 'set_students_status', 'save_guardian', 'remove_guardian'),
  ...callable(
    admin,
    'save_class',
    'remove_class',
    'set_class_active',
    'set_class_subject',
    'remove_class_subject',
    'save_subject',
    'remove_subject',
    'save_term',
    'remove_term',
    'save_campus',
    'remove_campus',
    'save_staff_member',
    'set_staff_active',
  ),
  ...callable(admin, 'save_fee', 'remove_fee', 'bill_term', 'charge_fee', 'record_fee_payment', 'reverse_fee_payment', 'remind_of_fees'),
  // Data protection
  ...callable(superAdmin, 'open_records', 'close_records'),
  ...callable(['super_admin', ...schoolMembers], 'read_student_records'),
  ...callable(['admin', 'staff', 'parent'], 'decide_consent', 'student_consents'),
  ...callable(['admin', 'parent', 'student'], 'request_data', 'export_student'),
  ...callable(admin, 'answer_data_request', 'erasure_obstacles', 'set_custody', 'save_breach'),
  // Teaching; administrators and staff can take attendance too
  ...callable(['admin', 'staff', 'teacher'], 'take_attendance', 'record_attendance'),
  ...callable(teacher, 'grade_submission', 'record_grades', 'save_assessment', 'save_scores'),
  ...callable(['student'], 'submit_assignment'),
  // Add-ons
  ...callable(admin, 'save_addon_settings'),
  ...callable(office, 'issue_gate_cards', 'replace_gate_card'),
  ...callable(['admin', 'staff', 'teacher'], 'gate_roster', 'record_sightings'),
  ...callable(signedIn, 'gate_day', 'gate_late_list'),
  ...callable(admin, 'save_behaviour_category', 'set_behaviour_category_active', 'add_usual_behaviour_categories'),
  ...callable(
    ['admin', 'staff', 'teacher'],
    'record_behaviour',
    'share_behaviour',
    'withdraw_behaviour',
    'plan_behaviour_follow_up',
    'close_behaviour_follow_up',
    'behaviour_people',
    'read_behaviour_follow_ups',
  ),
  ...callable(schoolMembers, 'read_behaviour'),
  ...callable(
    office,
    'find_fee_payers',
    'fee_payer_accounts',
    'take_quick_payment',
    'read_quick_receipt',
    'quick_receipt_list',
    'cashier_totals',
  ),
  ...callable(office, 'print_receipt'),
  ...callable(signedIn, 'behaviour_summary', 'behaviour_report'),
};
