import pg from 'pg';
import type { Db } from '@masomo/data';
import { listAnnouncements } from '@masomo/data/messages/announcements';
import { getRegister, listRegisterProgress } from '@masomo/data/learning/attendance';
import { listOwnAssignments } from '@masomo/data/learning/assignments';
import { listDocuments } from '@masomo/data/messages/documents';
import { getPaymentTotals, listInvoices, listPayments } from '@masomo/data/money/feeLists';
import { getFeeTotals, getStatement, listAccountBalances, listFees, previewTermBill } from '@masomo/data/money/fees';
import { findPeople } from '@masomo/data/people/findPeople';
import { getGradebook } from '@masomo/data/learning/gradebook';
import { listMarks, listOwnStudents } from '@masomo/data/people/studentWork';
import { listNotifications } from '@masomo/data/messages/notifications';
import { getDashboardSummary, getPlatformAnalytics } from '@masomo/data/platform/overview';
import { listAccounts, listClasses, listClassNames, listStaff } from '@masomo/data/people/people';
import { getSchoolOverview, listMembers } from '@masomo/data/platform/schoolOverview';
import { listSchoolSubscriptions } from '@masomo/data/platform/subscriptions';
import { getPlatformTrends, listAuditEntries } from '@masomo/data/platform/platformConsole';
import {
  getAttendanceReport,
  getFeesReport,
  getReportCards,
  getResultsReport,
  listAttendanceByStudent,
  listResultsByStudent,
} from '@masomo/data/learning/reports';
import { listRecords, listRecordsOf } from '@masomo/data/people/studentRecords';
import { listSchools } from '@masomo/data/platform/schools';
import { getClassProfile } from '@masomo/data/campus/schoolSetup';
import { getStudentProfile, listStudentRows } from '@masomo/data/people/students';
import { listTickets } from '@masomo/data/platform/support';
import { listAssignments, listClassSubjects, listLessons } from '@masomo/data/learning/teaching';
import { atMost, type Finding } from '../measure/benchmark.ts';
import { interleave, quantile, steadyQuantile } from '../measure/interleave.ts';
import { openProduct, type Product } from '../measure/openProduct.ts';
import { loadSchool } from '../database/loadSchool.ts';

export const description =
  'Every list of every role through the gateway, in a school of 2,000 students and 200 classes with a year of registers, marks and fees.';

const rounds = 40;
const batches = 4;
const limitMs = 150;
const size = { classes: 200, students: 2_000 };
const list = (column: string, more: { search?: string; page?: number; descending?: boolean } = {}) => ({
  search: '',
  page: 0,
  pageSize: 20,
  ...more,
  sort: { column, descending: more.descending ?? false },
});

type LoadedSchool = {
  school: string;
  group: string;
  subject: string;
  term: string;
  student: string;
  child: string;
  childClass: string;
  teacher: string;
  from: string;
  to: string;
};

async function findLoadedSchool(databaseUrl: string): Promise<LoadedSchool> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const {
      rows: [place],
    } = await client.query<LoadedSchool>(`
      select s.id as school, c.id as group, (select id from public.subjects where school_id = s.id and name = 'Mathematics') as subject, t.id as term,
        (select id from public.students where class_id = c.id order by admission_number limit 1) as student, k.id as child, k.class_id as "childClass", (select id from public.users where email = 'teacher@greenfield.test') as teacher,
        t.starts_on::text as from, current_date::text as to
      from public.schools s join public.classes c on c.school_id = s.id and c.name = 'Load 001', lateral (select * from public.school_terms t where t.school_id = s.id and t.starts_on <= current_date order by t.starts_on desc limit 1) t, lateral (select id, class_id from public.students where user_id = (select id from public.users where email = 'student@greenfield.test')) k
      where s.name = 'Greenfield Academy'`);
    if (!place) throw new Error('The loaded school was not found.');
    return place;
  } finally {
    await client.end();
  }
}

type Reads = Record<string, (db: Db) => Promise<unknown>>;

/** The requests of each role's screens, made with the screens' own queries. */
function readsOf({ school, group, subject, term, student, child, childClass, teacher, from, to }: LoadedSchool): Record<string, Reads> {
  const allStudents = { classId: '', status: 'active' as const };
  const allPayments = { method: '' as const, from: '', to: '' };
  const allAccounts = { role: '' as const, access: '' as const };
  const period = { from, to, classId: '' };
  const resultsFilter = { termId: term, classId: '' };
  const newestFirst = list('created_at', { descending: true });
  const own: Reads = {
    home: getDashboardSummary,
    notifications: (db) => listNotifications(db, { ...newestFirst, isUnread: false }),
    documents: (db) => listDocuments(db, { ...newestFirst, about: '' as const }),
  };
  const family: Reads = {
    ...own,
    children: listOwnStudents,
    marks: (db) => listMarks(db, child),
    work: (db) => listOwnAssignments(db, { studentId: child, classId: childClass }),
    'attendance of a child': (db) => getStudentProfile(db, child),
    fees: (db) => getStatement(db, child),
    notes: (db) => listRecordsOf(db, child),
  };
  const students: Reads = {
    ...own,
    'people search': (db) => findPeople(db, 'wanj'),
    'students, first page': (db) => listStudentRows(db, { ...list('last_name'), ...allStudents }),
    'students, middle page': (db) => listStudentRows(db, { ...list('last_name', { page: 50 }), ...allStudents }),
    'students by class': (db) => listStudentRows(db, { ...list('class'), ...allStudents }),
    'students searched': (db) => listStudentRows(db, { ...list('last_name', { search: 'wanj' }), ...allStudents }),
    'students of a class': (db) => listStudentRows(db, { ...list('last_name'), ...allStudents, classId: group }),
    'a student': (db) => getStudentProfile(db, student),
    'class names': listClassNames,
    announcements: (db) => listAnnouncements(db, { ...list('published_at', { descending: true }), state: 'published' }),
    register: (db) => getRegister(db, { classId: group, day: to }),
    'registers of a day': (db) => listRegisterProgress(db, { page: 0, pageSize: 10, day: to, isNotStarted: false }),
    'registers not started': (db) => listRegisterProgress(db, { page: 0, pageSize: 6, day: to, isNotStarted: true }),
  };
  const learning: Reads = {
    classes: (db) => listClasses(db, { ...list('name'), isActive: true }),
    'a class': (db) => getClassProfile(db, group),
    'attendance report': (db) => getAttendanceReport(db, period),
    'attendance by student': (db) => listAttendanceByStudent(db, period, list('share')),
    'results report': (db) => getResultsReport(db, resultsFilter),
    'results by student': (db) => listResultsByStudent(db, resultsFilter, list('mean', { descending: true })),
    'report cards of a class': (db) => getReportCards(db, { termId: term, classId: group }),
  };
  return {
    'admin@greenfield.test': {
      ...students,
      ...learning,
      staff: (db) => listStaff(db, { ...list('last_name'), isActive: true }),
      accounts: (db) => listMembers(db, school, list('last_name')),
      balances: (db) => listAccountBalances(db, { ...list('balance', { descending: true }), classId: '', isOwingOnly: false }),
      'balances due, middle page': (db) => listAccountBalances(db, { ...list('last_name', { page: 20 }), classId: '', isOwingOnly: true }),
      'balances searched': (db) => listAccountBalances(db, { ...list('balance', { search: 'mwangi' }), classId: '', isOwingOnly: false }),
      'fee totals': getFeeTotals,
      payments: (db) => listPayments(db, { ...list('paid_on', { descending: true }), ...allPayments }),
      'payments searched': (db) => listPayments(db, { ...list('paid_on', { descending: true, search: 'mwangi' }), ...allPayments }),
      'payment totals': (db) => getPaymentTotals(db, allPayments),
      invoices: (db) => listInvoices(db, { ...list('issued_on', { descending: true }), termId: '', classId: '' }),
      'invoices searched': (db) => listInvoices(db, { ...list('last_name', { search: 'mwangi' }), termId: '', classId: '' }),
      'fees of a term': (db) => listFees(db, term),
      'billing preview': (db) => previewTermBill(db, term),
      'account statement': (db) => getStatement(db, student),
      'fees report': (db) => getFeesReport(db, period),
    },
    'teacher@greenfield.test': {
      ...students,
      ...learning,
      'students, middle page': (db) => listStudentRows(db, { ...list('last_name', { page: 5 }), ...allStudents }),
      gradebook: (db) => getGradebook(db, { classId: group, subjectId: subject, termId: term }),
      assignments: (db) => listAssignments(db, { ...list('due_on'), state: 'published', classId: '' }),
      'class subjects': listClassSubjects,
      schedule: (db) => listLessons(db, teacher),
    },
    'staff@greenfield.test': {
      ...students,
      records: (db) => listRecords(db, { ...list('happened_on', { descending: true }), kind: 'all', isArchived: false }),
    },
    'parent@greenfield.test': family,
    'student@greenfield.test': family,
    'superadmin@masomo.test': {
      ...own,
      schools: (db) => listSchools(db, { ...list('name'), kind: '', isActive: true }),
      'a school': (db) => getSchoolOverview(db, school),
      accounts: (db) => listAccounts(db, { ...list('last_name'), ...allAccounts }),
      'accounts searched': (db) => listAccounts(db, { ...list('last_name', { search: 'wanj' }), ...allAccounts }),
      'accounts of a school': (db) => listMembers(db, school, list('last_name')),
      subscriptions: (db) => listSchoolSubscriptions(db, { ...list('school'), status: '' }),
      tickets: (db) => listTickets(db, { ...newestFirst, status: 'all', assigneeId: '' }),
      audit: (db) => listAuditEntries(db, { ...newestFirst, entity: '', action: '' }),
      analytics: getPlatformAnalytics,
      trends: getPlatformTrends,
    },
  };
}

async function measure(product: Product, log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [email, reads] of Object.entries(readsOf(await findLoadedSchool(product.databaseUrl)))) {
    const db = await product.dbAs(email);
    const role = email.split('@')[0] ?? '';
    const samples = await interleave(Object.fromEntries(Object.entries(reads).map(([what, read]) => [what, () => read(db)])), { rounds });
    for (const [what, times] of Object.entries(samples)) {
      log(`${role}: ${what}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`);
      findings.push(atMost(`${role}: ${what}, p95`, steadyQuantile(times, 0.95, batches), limitMs));
    }
  }
  return findings;
}

/** Starts a separate product, loads the school into it and requests every list through the gateway. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await loadSchool(product.databaseUrl, size, log);
    return await measure(product, log);
  } finally {
    await product.stop();
  }
}
