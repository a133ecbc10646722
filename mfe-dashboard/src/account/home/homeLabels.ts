import { t } from '@lingui/core/macro';
import type { Stat } from '@masomo/data/platform/overview';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import type { Role } from '@masomo/domain/roles';
import { screensOf, type ScreenReader } from '@masomo/navigation';

export const welcomeTexts: Record<Role, string> = {
  super_admin: t`How the platform is doing today.`,
  admin: t`How your school is doing today.`,
  teacher: t`Your classes and the work to mark.`,
  staff: t`Attendance and office work today.`,
  parent: t`How your children are doing.`,
  student: t`Your lessons, marks and news.`,
  user: t`Your orders, licences and news.`,
};

/** Quick actions by role. */
export const quickActions: Record<Role, readonly { label: string; to: string; icon: string }[]> = {
  super_admin: [
    { label: t`Add a school`, to: '/dashboard/schools?new', icon: 'school' },
    { label: t`Invite a person`, to: '/dashboard/users?new', icon: 'users' },
    { label: t`Answer tickets`, to: '/dashboard/support', icon: 'support' },
  ],
  admin: [
    { label: t`Add a student`, to: '/dashboard/students?new', icon: 'student' },
    { label: t`Record a payment`, to: '/dashboard/finances?new', icon: 'finance' },
    { label: t`New announcement`, to: '/dashboard/announcements?new', icon: 'announcement' },
  ],
  teacher: [
    { label: t`Take attendance`, to: '/dashboard/attendance', icon: 'attendance' },
    { label: t`Set an assignment`, to: '/dashboard/assignments?new', icon: 'assignment' },
    { label: t`Enter marks`, to: '/dashboard/grades', icon: 'grade' },
  ],
  staff: [
    { label: t`Take attendance`, to: '/dashboard/attendance', icon: 'attendance' },
    { label: t`Add a record`, to: '/dashboard/records?new', icon: 'record' },
    { label: t`New announcement`, to: '/dashboard/announcements?new', icon: 'announcement' },
  ],
  parent: [
    { label: t`Read notifications`, to: '/dashboard/notifications', icon: 'notification' },
    { label: t`Documents`, to: '/dashboard/documents', icon: 'document' },
  ],
  student: [
    { label: t`Read notifications`, to: '/dashboard/notifications', icon: 'notification' },
    { label: t`Documents`, to: '/dashboard/documents', icon: 'document' },
  ],
  user: [
    { label: t`Buy an add-on`, to: '/store', icon: 'store' },
    { label: t`Read notifications`, to: '/dashboard/notifications', icon: 'notification' },
  ],
};

/** Labels of the figures of `dashboard_summary`. */
export const statLabels: Record<string, string> = {
  schools: t`Active schools`,
  users: t`Accounts`,
  pending_orders: t`Pending orders`,
  open_tickets: t`Open tickets`,
  students: t`Students`,
  staff: t`Staff`,
  attendance: t`Attendance`,
  fees_outstanding: t`Fees outstanding`,
  classes: t`Classes`,
  lessons_today: t`Lessons today`,
  to_mark: t`To mark`,
  present_today: t`Present today`,
  absent_today: t`Absent today`,
  records_this_week: t`Records this week`,
  children: t`Children`,
  assignments_due: t`Assignments due`,
  orders: t`Orders`,
  licences: t`Licences`,
  tickets: t`Tickets`,
  unread_notifications: t`Unread notifications`,
};

const attendanceHints: Partial<Record<Role, string>> = { admin: t`Last 7 days`, parent: t`Last 30 days, all your children` };
const feesHints: Partial<Record<Role, string>> = { parent: t`All your children` };

/** The period or people a figure covers, where its label leaves that open. */
export function statHint({ key }: Stat, role: Role): string | undefined {
  if (key === 'attendance') return attendanceHints[role] ?? t`Last 30 days`;
  return key === 'fees_outstanding' ? feesHints[role] : undefined;
}

const statLinks: Record<string, { to: string; label: string }> = {
  schools: { to: '/dashboard/schools', label: t`View schools` },
  users: { to: '/dashboard/users', label: t`View users` },
  pending_orders: { to: '/dashboard/store/orders', label: t`View orders` },
  open_tickets: { to: '/dashboard/support', label: t`Answer them` },
  students: { to: '/dashboard/students', label: t`View students` },
  staff: { to: '/dashboard/staff', label: t`View staff` },
  attendance: { to: '/dashboard/reports', label: t`View report` },
  fees_outstanding: { to: '/dashboard/finances', label: t`View balances` },
  classes: { to: '/dashboard/classes', label: t`View classes` },
  lessons_today: { to: '/dashboard/schedule', label: t`View the week` },
  to_mark: { to: '/dashboard/assignments', label: t`Mark them` },
  absent_today: { to: '/dashboard/attendance', label: t`Open registers` },
  records_this_week: { to: '/dashboard/records', label: t`View records` },
  orders: { to: '/dashboard/store/orders', label: t`View orders` },
  licences: { to: '/dashboard/store/licences', label: t`View licences` },
  unread_notifications: { to: '/dashboard/notifications', label: t`Read them` },
};

/** Where a figure leads, if this person may open that screen. */
export function statLink({ key }: Stat, person: ScreenReader): { to: string; label: string } | undefined {
  const link = statLinks[key];
  const isOpen = (path: string) => path !== '/dashboard' && (link?.to === path || link?.to.startsWith(`${path}/`));
  return screensOf(person).some(({ path }) => isOpen(path)) ? link : undefined;
}

export function formatStat({ value, unit }: Stat): string {
  if (value === null) return '–';
  if (unit === 'KES') return formatMoney(kes(Math.round(value)));
  return unit === 'percent' ? `${value}%` : formatNumber(value);
}
