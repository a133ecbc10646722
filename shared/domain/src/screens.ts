import type { Role } from './roles.ts';

/** Who may open a screen: anyone signed in, or the listed roles. */
export type ScreenAccess = 'signed-in' | readonly Role[];

/** One screen of the signed-in area: its owner, who may open it, and whose menu lists it (in menu order). */
export type Screen = {
  path: string;
  owner: 'mfe-dashboard' | 'mfe-cms' | 'mfe-store-manager';
  label: string;
  icon: string;
  access: ScreenAccess;
  menu: 'all' | readonly Role[];
};

const others = ['parent', 'student', 'user'] as const;

/**
 * The access table of the signed-in area. It is the only one: menu, route guard and the database's tests are
 * derived from it. Order is the order of the menu.
 */
export const screens: readonly Screen[] = [
  { path: '/dashboard', owner: 'mfe-dashboard', label: 'Dashboard', icon: 'home', access: 'signed-in', menu: 'all' },
  { path: '/dashboard/profile', owner: 'mfe-dashboard', label: 'Profile', icon: 'user', access: 'signed-in', menu: 'all' },
  {
    path: '/dashboard/super-admin',
    owner: 'mfe-dashboard',
    label: 'Super Admin',
    icon: 'shield',
    access: ['super_admin'],
    menu: ['super_admin'],
  },
  { path: '/dashboard/schools', owner: 'mfe-dashboard', label: 'Schools', icon: 'school', access: ['super_admin'], menu: ['super_admin'] },
  { path: '/dashboard/users', owner: 'mfe-dashboard', label: 'Users', icon: 'users', access: ['super_admin'], menu: ['super_admin'] },
  {
    path: '/dashboard/subscriptions',
    owner: 'mfe-dashboard',
    label: 'Subscriptions',
    icon: 'subscription',
    access: ['super_admin'],
    menu: ['super_admin'],
  },
  { path: '/dashboard/school', owner: 'mfe-dashboard', label: 'School', icon: 'school', access: ['admin'], menu: ['admin'] },
  { path: '/dashboard/staff', owner: 'mfe-dashboard', label: 'Staff', icon: 'staff', access: ['admin'], menu: ['admin'] },
  {
    path: '/dashboard/attendance',
    owner: 'mfe-dashboard',
    label: 'Attendance',
    icon: 'attendance',
    access: ['admin', 'teacher', 'staff'],
    menu: ['staff'],
  },
  // The teacher's menu starts with classes, the administrator's and the staff's with students.
  { path: '/dashboard/classes', owner: 'mfe-dashboard', label: 'Classes', icon: 'class', access: ['admin', 'teacher'], menu: ['teacher'] },
  {
    path: '/dashboard/students',
    owner: 'mfe-dashboard',
    label: 'Students',
    icon: 'student',
    access: ['admin', 'teacher', 'staff'],
    menu: ['admin', 'teacher', 'staff'],
  },
  { path: '/dashboard/classes', owner: 'mfe-dashboard', label: 'Classes', icon: 'class', access: ['admin', 'teacher'], menu: ['admin'] },
  { path: '/dashboard/schedule', owner: 'mfe-dashboard', label: 'Schedule', icon: 'calendar', access: ['teacher'], menu: ['teacher'] },
  {
    path: '/dashboard/assignments',
    owner: 'mfe-dashboard',
    label: 'Assignments',
    icon: 'assignment',
    access: ['teacher'],
    menu: ['teacher'],
  },
  { path: '/dashboard/grades', owner: 'mfe-dashboard', label: 'Grades', icon: 'grade', access: ['teacher'], menu: ['teacher'] },
  { path: '/dashboard/records', owner: 'mfe-dashboard', label: 'Records', icon: 'record', access: ['staff'], menu: ['staff'] },
  { path: '/dashboard/finances', owner: 'mfe-dashboard', label: 'Finances', icon: 'finance', access: ['admin'], menu: ['admin'] },
  {
    path: '/dashboard/store',
    owner: 'mfe-store-manager',
    label: 'Store',
    icon: 'store',
    access: 'signed-in',
    menu: ['super_admin', 'admin', 'teacher', 'staff', ...others],
  },
  { path: '/dashboard/cms', owner: 'mfe-cms', label: 'CMS', icon: 'page', access: ['super_admin'], menu: ['super_admin'] },
  { path: '/dashboard/support', owner: 'mfe-dashboard', label: 'Support', icon: 'support', access: ['super_admin'], menu: ['super_admin'] },
  {
    path: '/dashboard/analytics',
    owner: 'mfe-dashboard',
    label: 'Analytics',
    icon: 'analytics',
    access: ['super_admin'],
    menu: ['super_admin'],
  },
  { path: '/dashboard/reports', owner: 'mfe-dashboard', label: 'Reports', icon: 'report', access: ['admin', 'teacher'], menu: ['admin'] },
  {
    path: '/dashboard/announcements',
    owner: 'mfe-dashboard',
    label: 'Announcements',
    icon: 'announcement',
    access: ['admin', 'teacher', 'staff'],
    menu: ['teacher', 'staff'],
  },
  {
    path: '/dashboard/notifications',
    owner: 'mfe-dashboard',
    label: 'Notifications',
    icon: 'notification',
    access: 'signed-in',
    menu: others,
  },
  { path: '/dashboard/documents', owner: 'mfe-dashboard', label: 'Documents', icon: 'document', access: 'signed-in', menu: others },
  {
    path: '/dashboard/settings',
    owner: 'mfe-dashboard',
    label: 'Settings',
    icon: 'settings',
    access: 'signed-in',
    menu: ['super_admin', 'admin'],
  },
];

/** May this role open this screen? */
export function canOpen(screen: Pick<Screen, 'access'>, role: Role): boolean {
  return screen.access === 'signed-in' || screen.access.includes(role);
}

/** The menu of a role, in order. */
export function menuOf(role: Role): Screen[] {
  return screens.filter((screen) => screen.menu === 'all' || screen.menu.includes(role));
}
