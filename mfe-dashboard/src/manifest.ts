import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';

const screens: readonly ScreenDefinition[] = [
  { path: '/dashboard', label: 'Dashboard', icon: 'home', access: 'signed-in', menu: [{ order: 0 }] },
  { path: '/dashboard/profile', label: 'Profile', icon: 'user', access: 'signed-in', menu: [{ order: 10 }] },
  { path: '/dashboard/super-admin', label: 'Super Admin', icon: 'shield', access: 'platform:read', menu: [{ order: 20 }] },
  { path: '/dashboard/schools', label: 'Schools', icon: 'school', access: 'school:write', menu: [{ order: 30 }] },
  { path: '/dashboard/users', label: 'Users', icon: 'users', access: 'user:read', menu: [{ order: 40 }] },
  { path: '/dashboard/subscriptions', label: 'Subscriptions', icon: 'subscription', access: 'subscription:read', menu: [{ order: 50 }] },
  { path: '/dashboard/school', label: 'School', icon: 'school', access: 'school:edit-own', menu: [{ order: 60 }] },
  { path: '/dashboard/staff', label: 'Staff', icon: 'staff', access: 'staff:read', menu: [{ order: 70 }] },
  {
    path: '/dashboard/attendance',
    label: 'Attendance',
    icon: 'attendance',
    access: 'attendance:take',
    menu: [{ order: 80, roles: ['staff'] }],
  },
  // The teacher's menu starts with classes, the administrator's with students.
  {
    path: '/dashboard/classes',
    label: 'Classes',
    icon: 'class',
    access: 'class:read',
    menu: [
      { order: 90, roles: ['teacher'] },
      { order: 110, roles: ['admin'] },
    ],
  },
  { path: '/dashboard/students', label: 'Students', icon: 'student', access: 'student:read', menu: [{ order: 100 }] },
  { path: '/dashboard/schedule', label: 'Schedule', icon: 'calendar', access: 'schedule:read', menu: [{ order: 120 }] },
  { path: '/dashboard/assignments', label: 'Assignments', icon: 'assignment', access: 'assignment:write', menu: [{ order: 130 }] },
  { path: '/dashboard/grades', label: 'Grades', icon: 'grade', access: 'grade:write', menu: [{ order: 140 }] },
  { path: '/dashboard/records', label: 'Records', icon: 'record', access: 'record:write', menu: [{ order: 150 }] },
  { path: '/dashboard/finances', label: 'Finances', icon: 'finance', access: 'finance:read', menu: [{ order: 160 }] },
  { path: '/dashboard/support', label: 'Support', icon: 'support', access: 'ticket:answer', menu: [{ order: 190 }] },
  { path: '/dashboard/analytics', label: 'Analytics', icon: 'analytics', access: 'platform:read', menu: [{ order: 200 }] },
  { path: '/dashboard/reports', label: 'Reports', icon: 'report', access: 'report:read', menu: [{ order: 210, roles: ['admin'] }] },
  {
    path: '/dashboard/announcements',
    label: 'Announcements',
    icon: 'announcement',
    access: 'announcement:write',
    menu: [{ order: 220, roles: ['teacher', 'staff'] }],
  },
  {
    path: '/dashboard/notifications',
    label: 'Notifications',
    icon: 'notification',
    access: 'signed-in',
    menu: [{ order: 230, roles: ['parent', 'student', 'user'] }],
  },
  {
    path: '/dashboard/documents',
    label: 'Documents',
    icon: 'document',
    access: 'signed-in',
    menu: [{ order: 240, roles: ['parent', 'student', 'user'] }],
  },
  {
    path: '/dashboard/settings',
    label: 'Settings',
    icon: 'settings',
    access: 'signed-in',
    menu: [{ order: 250, roles: ['super_admin', 'admin'] }],
  },
];

export const manifest: RemoteManifest = {
  name: 'mfe-dashboard',
  owns: ['/dashboard'],
  ...manifestScreens('dashboard', screens),
  prerender: false,
};
