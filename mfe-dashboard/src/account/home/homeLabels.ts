import type { Stat } from '@masomo/data/platform/overview';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import type { Role } from '@masomo/domain/roles';
import { screensForRole } from '@masomo/navigation';

export const welcomeTexts: Record<Role, string> = {
  super_admin: 'How the platform is doing today.',
  admin: 'How your school is doing today.',
  teacher: 'Your classes and what waits to be marked.',
  staff: 'Who is here today and what the office needs.',
  parent: 'How your children are doing.',
  student: 'Your lessons, your marks and your news.',
  user: 'Your orders, licences and news.',
};

/** Quick actions by role. */
export const quickActions: Record<Role, readonly { label: string; to: string; icon: string }[]> = {
  super_admin: [
    { label: 'Add a school', to: '/dashboard/schools?new', icon: 'school' },
    { label: 'Invite a person', to: '/dashboard/users?new', icon: 'users' },
    { label: 'Answer tickets', to: '/dashboard/support', icon: 'support' },
  ],
  admin: [
    { label: 'Add a student', to: '/dashboard/students?new', icon: 'student' },
    { label: 'Record a payment', to: '/dashboard/finances', icon: 'finance' },
    { label: 'Announce something', to: '/dashboard/announcements?new', icon: 'announcement' },
  ],
  teacher: [
    { label: 'Mark who is here', to: '/dashboard/attendance', icon: 'attendance' },
    { label: 'Set an assignment', to: '/dashboard/assignments?new', icon: 'assignment' },
    { label: 'Enter marks', to: '/dashboard/grades', icon: 'grade' },
  ],
  staff: [
    { label: 'Mark who is here', to: '/dashboard/attendance', icon: 'attendance' },
    { label: 'Add a record', to: '/dashboard/records?new', icon: 'record' },
    { label: 'Announce something', to: '/dashboard/announcements?new', icon: 'announcement' },
  ],
  parent: [
    { label: 'Read the news', to: '/dashboard/notifications', icon: 'notification' },
    { label: 'Files for you', to: '/dashboard/documents', icon: 'document' },
  ],
  student: [
    { label: 'Read the news', to: '/dashboard/notifications', icon: 'notification' },
    { label: 'Files for you', to: '/dashboard/documents', icon: 'document' },
  ],
  user: [
    { label: 'Buy an add-on', to: '/store', icon: 'store' },
    { label: 'Read the news', to: '/dashboard/notifications', icon: 'notification' },
  ],
};

/** Labels of the figures of `dashboard_summary`. */
export const statLabels: Record<string, string> = {
  schools: 'Active schools',
  users: 'Active users',
  pending_orders: 'Pending orders',
  open_tickets: 'Open tickets',
  students: 'Students',
  staff: 'Staff',
  attendance: 'Attendance',
  fees_outstanding: 'Fees outstanding',
  classes: 'Classes',
  lessons_today: 'Lessons today',
  to_mark: 'To mark',
  present_today: 'Present today',
  absent_today: 'Absent today',
  records_this_week: 'Records this week',
  children: 'Children',
  assignments_due: 'Assignments due',
  orders: 'Orders',
  licences: 'Licences',
  tickets: 'Tickets',
  unread_notifications: 'Unread notifications',
};

const attendanceHints: Partial<Record<Role, string>> = { admin: 'Last 7 days', parent: 'Last 30 days, all your children' };
const feesHints: Partial<Record<Role, string>> = { parent: 'Of all your children' };

/** The period or people a figure covers, where its label leaves that open. */
export function statHint({ key }: Stat, role: Role): string | undefined {
  if (key === 'attendance') return attendanceHints[role] ?? 'Last 30 days';
  return key === 'fees_outstanding' ? feesHints[role] : undefined;
}

const statLinks: Record<string, { to: string; label: string }> = {
  schools: { to: '/dashboard/schools', label: 'See schools' },
  users: { to: '/dashboard/users', label: 'See users' },
  pending_orders: { to: '/dashboard/store/orders', label: 'See orders' },
  open_tickets: { to: '/dashboard/support', label: 'Answer them' },
  students: { to: '/dashboard/students', label: 'See students' },
  staff: { to: '/dashboard/staff', label: 'See staff' },
  attendance: { to: '/dashboard/reports', label: 'See the report' },
  fees_outstanding: { to: '/dashboard/finances', label: 'See who owes' },
  classes: { to: '/dashboard/classes', label: 'See classes' },
  lessons_today: { to: '/dashboard/schedule', label: 'See the week' },
  to_mark: { to: '/dashboard/assignments', label: 'Mark them' },
  absent_today: { to: '/dashboard/attendance', label: 'Open registers' },
  records_this_week: { to: '/dashboard/records', label: 'See records' },
  orders: { to: '/dashboard/store/orders', label: 'See orders' },
  licences: { to: '/dashboard/store/licences', label: 'See licences' },
  unread_notifications: { to: '/dashboard/notifications', label: 'Read them' },
};

/** Where a figure leads, if this role may open that screen. */
export function statLink({ key }: Stat, role: Role): { to: string; label: string } | undefined {
  const link = statLinks[key];
  const isOpen = (path: string) => path !== '/dashboard' && (link?.to === path || link?.to.startsWith(`${path}/`));
  return screensForRole(role).some(({ path }) => isOpen(path)) ? link : undefined;
}

export function formatStat({ value, unit }: Stat): string {
  if (value === null) return '–';
  if (unit === 'KES') return formatMoney(kes(Math.round(value)));
  return unit === 'percent' ? `${value}%` : formatNumber(value);
}
