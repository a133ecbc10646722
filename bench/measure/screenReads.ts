import { unwrap, type Db } from '@masomo/data';
import { listAnnouncements } from '@masomo/data/messages/announcements';
import { getRegister, listRegisterProgress } from '@masomo/data/learning/attendance';
import { listOwnAssignments } from '@masomo/data/learning/assignments';
import { listDocuments } from '@masomo/data/messages/documents';
import { getPaymentTotals, listInvoices, listPayments } from '@masomo/data/money/feeLists';
import { getFeeTotals, getStatement, listAccountBalances, listFees, previewTermBill } from '@masomo/data/money/fees';
import { findPeople } from '@masomo/data/people/findPeople';
import { getGradebook } from '@masomo/data/learning/gradebook';
import { listLessonsOfClass, listMarks } from '@masomo/data/people/studentWork';
import { countWaiting } from '@masomo/data/platform/waiting';
import { listLatestNotifications, listNotifications } from '@masomo/data/messages/notifications';
import { getDashboardSummary, getPlatformAnalytics } from '@masomo/data/platform/overview';
import { listAccounts, listClasses, listClassNames, listStaff } from '@masomo/data/people/people';
import { getSchoolOverview, listMembers } from '@masomo/data/platform/schoolOverview';
import { listSchoolSubscriptions } from '@masomo/data/platform/subscriptions';
import { getPlatformTrends, listAuditEntries } from '@masomo/data/platform/platformConsole';
import {
  getAttendanceReport,
  getFeesReport,
  getResultsReport,
  listAttendanceByStudent,
  listResultsByStudent,
} from '@masomo/data/learning/reports';
import { listRecords, listRecordsOf } from '@masomo/data/people/studentRecords';
import { getPaymentInstructions, getSchool, listSchools, listTerms } from '@masomo/data/platform/schools';
import { getClassProfile, listCampuses, listSubjects, listTeachers } from '@masomo/data/campus/schoolSetup';
import { getStudentProfile, listStudentRows } from '@masomo/data/people/students';
import { listTickets } from '@masomo/data/platform/support';
import { listAssignments, listClassSubjects, listLessons } from '@masomo/data/learning/teaching';
import { getIdentity } from '@masomo/data/accounts/identity';
import { getBuyer } from '@masomo/data/store/checkout';
import { listLicences } from '@masomo/data/store/licences';
import { getOrderTotals, listOrders, type OrderFilter } from '@masomo/data/store/orders';
import { getSavedCart } from '@masomo/data/store/savedCart';

export type Role = 'admin' | 'teacher' | 'staff' | 'parent' | 'student' | 'superAdmin';

/** A school, by the ids of what its screens are opened with. */
export type Place = {
  school: string;
  group: string;
  subject: string;
  term: string;
  student: string;
  child: string;
  childClass: string;
  teacher: string;
  admin: string;
  from: string;
  to: string;
};

const list = (column: string, more: { search?: string; page?: number; descending?: boolean } = {}) => ({
  search: '',
  page: 0,
  pageSize: 20,
  ...more,
  sort: { column, descending: more.descending ?? false },
});

export type Reads = Record<string, (db: Db) => Promise<unknown>>;

/** The requests of each role's screens, made with the screens' own queries. */
export function screenReads({
  school,
  group,
  subject,
  term,
  student,
  child,
  childClass,
  teacher,
  admin,
  from,
  to,
}: Place): Record<Role, Reads> {
  const allStudents = { classId: '', status: 'active' as const };
  const allPayments = { method: '' as const, from: '', to: '' };
  const allAccounts = { role: '' as const, access: '' as const };
  const period = { from, to, classId: '' };
  const resultsFilter = { termId: term, classId: '' };
  const newestFirst = list('created_at', { descending: true });
  const orders: OrderFilter = { search: '', status: 'all', sort: { column: 'created_at', descending: true }, page: 0, pageSize: 20 };
  const own: Reads = {
    identity: getIdentity,
    home: getDashboardSummary,
    'what waits': countWaiting,
    'latest notifications': listLatestNotifications,
    notifications: (db) => listNotifications(db, { ...newestFirst, isUnread: false }),
  };
  const member: Reads = {
    ...own,
    documents: (db) => listDocuments(db, { ...newestFirst, about: '' as const }),
  };
  const family: Reads = {
    ...member,
    marks: (db) => listMarks(db, child),
    work: (db) => listOwnAssignments(db, child),
    'attendance of a child': (db) => getStudentProfile(db, child),
    fees: (db) => getStatement(db, child),
    notes: (db) => listRecordsOf(db, child),
    timetable: (db) => listLessonsOfClass(db, childClass),
  };
  const students: Reads = {
    ...member,
    'people search': (db) => findPeople(db, 'wanj'),
    'students, first page': (db) => listStudentRows(db, { ...list('last_name'), ...allStudents }),
    'students, middle page': (db) => listStudentRows(db, { ...list('last_name', { page: 50 }), ...allStudents }),
    'students by class': (db) => listStudentRows(db, { ...list('class'), ...allStudents }),
    'students searched': (db) => listStudentRows(db, { ...list('last_name', { search: 'wanj' }), ...allStudents }),
    'students of a class': (db) => listStudentRows(db, { ...list('last_name'), ...allStudents, classId: group }),
    'a student': (db) => getStudentProfile(db, student),
    'class names': listClassNames,
    terms: (db) => listTerms(db, school),
    subjects: (db) => listSubjects(db, school),
    campuses: (db) => listCampuses(db, school),
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
    'report cards of a class': async (db) => unwrap(await db.rpc('report_cards', { term_id: term, class_id: group }, { get: true })),
  };
  return {
    admin: {
      ...students,
      ...learning,
      staff: (db) => listStaff(db, { ...list('last_name'), isActive: true }),
      'staff searched': (db) => listStaff(db, { ...list('last_name', { search: 'kip' }), isActive: true }),
      teachers: (db) => listTeachers(db, school),
      'school settings': (db) => getSchool(db, school),
      'payment instructions': (db) => getPaymentInstructions(db, school),
      licences: (db) => listLicences(db, newestFirst),
      orders: (db) => listOrders(db, orders),
      'order totals': getOrderTotals,
      'own buyer details': (db) => getBuyer(db, admin),
      'saved cart': (db) => getSavedCart(db, admin),
      'planned announcements': (db) => listAnnouncements(db, { ...list('published_at'), state: 'planned' }),
      'documents about students': (db) => listDocuments(db, { ...newestFirst, about: 'student' }),
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
    teacher: {
      ...students,
      ...learning,
      'students, middle page': (db) => listStudentRows(db, { ...list('last_name', { page: 5 }), ...allStudents }),
      gradebook: (db) => getGradebook(db, { classId: group, subjectId: subject, termId: term }),
      assignments: (db) => listAssignments(db, { ...list('due_on'), state: 'published', classId: '' }),
      'class subjects': listClassSubjects,
      schedule: (db) => listLessons(db, teacher),
    },
    staff: {
      ...students,
      records: (db) => listRecords(db, { ...list('happened_on', { descending: true }), kind: 'all', isArchived: false }),
    },
    parent: family,
    student: family,
    superAdmin: {
      ...own,
      orders: (db) => listOrders(db, orders),
      'schools searched': (db) => listSchools(db, { ...list('name', { search: 'green' }), kind: '', isActive: true }),
      'people search': (db) => findPeople(db, 'wanj'),
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
