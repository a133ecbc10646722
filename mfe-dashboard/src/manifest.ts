import { rolesWith } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, manifestTitles, type ScreenDefinition } from '@masomo/domain/screens';

const screens: readonly ScreenDefinition[] = [
  { path: '/dashboard', label: translatable('Dashboard'), icon: 'home', access: 'signed-in', menu: [{ order: 0 }] },
  { path: '/dashboard/profile', label: translatable('Profile'), icon: 'user', access: 'signed-in', menu: [{ order: 10 }] },
  { path: '/dashboard/super-admin', label: translatable('Super Admin'), icon: 'shield', access: 'platform:read', menu: [{ order: 20 }] },
  { path: '/dashboard/schools', label: translatable('Schools'), icon: 'school', access: 'school:write', menu: [{ order: 30 }] },
  { path: '/dashboard/users', label: translatable('Users'), icon: 'users', access: 'user:read', menu: [{ order: 40 }] },
  {
    path: '/dashboard/subscriptions',
    label: translatable('Subscriptions'),
    icon: 'subscription',
    access: 'subscription:read',
    menu: [{ order: 50 }],
  },
  { path: '/dashboard/school', label: translatable('School'), icon: 'school', access: 'school:edit-own', menu: [{ order: 60 }] },
  { path: '/dashboard/staff', label: translatable('Staff'), icon: 'staff', access: 'staff:read', menu: [{ order: 70 }] },
  {
    path: '/dashboard/attendance',
    label: translatable('Attendance'),
    icon: 'attendance',
    access: 'attendance:take',
    isOffline: true,
    menu: [
      { order: 80, roles: ['staff'] },
      { order: 260, roles: ['admin', 'teacher'] },
    ],
  },
  // The teacher's menu starts with classes, the administrator's with students.
  {
    path: '/dashboard/classes',
    label: translatable('Classes'),
    icon: 'class',
    access: 'class:read',
    menu: [
      { order: 90, roles: ['teacher'] },
      { order: 110, roles: ['admin'] },
    ],
  },
  {
    path: '/dashboard/students',
    label: translatable('Students'),
    icon: 'student',
    access: 'student:read',
    whileOpened: true,
    menu: [{ order: 100, roles: ['admin', 'teacher', 'staff'] }],
  },
  { path: '/dashboard/schedule', label: translatable('Schedule'), icon: 'calendar', access: 'schedule:read', menu: [{ order: 120 }] },
  {
    path: '/dashboard/assignments',
    label: translatable('Assignments'),
    icon: 'assignment',
    access: 'assignment:write',
    menu: [{ order: 130 }],
  },
  {
    path: '/dashboard/grades',
    label: translatable('Grades'),
    icon: 'grade',
    access: 'grade:write',
    isOffline: true,
    menu: [{ order: 140 }],
  },
  { path: '/dashboard/records', label: translatable('Records'), icon: 'record', access: 'record:write', menu: [{ order: 150 }] },
  { path: '/dashboard/finances', label: translatable('Finances'), icon: 'finance', access: 'finance:read', menu: [{ order: 160 }] },
  { path: '/dashboard/support', label: translatable('Support'), icon: 'support', access: 'ticket:answer', menu: [{ order: 190 }] },
  { path: '/dashboard/analytics', label: translatable('Analytics'), icon: 'analytics', access: 'platform:read', menu: [{ order: 200 }] },
  {
    path: '/dashboard/reports',
    label: translatable('Reports'),
    icon: 'report',
    access: 'report:read',
    menu: [{ order: 210, roles: ['admin'] }],
  },
  {
    path: '/dashboard/announcements',
    label: translatable('Announcements'),
    icon: 'announcement',
    access: 'announcement:write',
    menu: [
      { order: 220, roles: ['teacher', 'staff'] },
      { order: 270, roles: ['admin'] },
    ],
  },
  {
    path: '/dashboard/notifications',
    label: translatable('Notifications'),
    icon: 'notification',
    access: 'signed-in',
    menu: [{ order: 230, roles: ['parent', 'student', 'user'] }],
  },
  {
    path: '/dashboard/documents',
    label: translatable('Documents'),
    icon: 'document',
    access: 'signed-in',
    menu: [{ order: 240, roles: ['parent', 'student', 'user'] }],
  },
  { path: '/dashboard/roles', label: translatable('Roles'), icon: 'shield', access: 'role:manage', menu: [] },
  { path: '/dashboard/addons', label: translatable('Add-ons'), icon: 'store', access: 'signed-in', menu: [] },
  {
    path: '/dashboard/settings',
    label: translatable('Settings'),
    icon: 'settings',
    access: 'signed-in',
    menu: [{ order: 250, roles: ['super_admin', 'admin'] }],
  },
];

export const manifest: RemoteManifest = {
  name: 'mfe-dashboard',
  owns: ['/dashboard'],
  ...manifestScreens('dashboard', screens),
  titles: manifestTitles([
    { path: '/dashboard/super-admin/releases', label: translatable('Releases'), icon: 'dashboard', access: 'platform:read' },
    { path: '/dashboard/super-admin/jobs', label: translatable('Jobs'), icon: 'sections', access: 'platform:read' },
    { path: '/dashboard/users/audit', label: translatable('Activity log'), icon: 'record', access: 'user:read' },
    { path: '/dashboard/subscriptions/exits', label: translatable('School closures'), icon: 'record', access: 'subscription:read' },
    { path: '/dashboard/school/plan', label: translatable('Plan and licences'), icon: 'subscription', access: 'school:edit-own' },
    { path: '/dashboard/school/papers', label: translatable('Papers'), icon: 'document', access: 'school:edit-own' },
    { path: '/dashboard/school/privacy', label: translatable('Data requests'), icon: 'shield', access: 'school:edit-own' },
    { path: '/dashboard/school/breaches', label: translatable('Breaches'), icon: 'shield', access: 'school:edit-own' },
    { path: '/dashboard/school/processing', label: translatable('Processing register'), icon: 'record', access: 'school:edit-own' },
    { path: '/dashboard/school/log', label: translatable('Activity log'), icon: 'record', access: 'school:edit-own' },
    { path: '/dashboard/staff/import', label: translatable('Import staff'), icon: 'staff', access: 'staff:read' },
    { path: '/dashboard/students/import', label: translatable('Import students'), icon: 'student', access: 'student:write' },
    { path: '/dashboard/students/import/guardians', label: translatable('Import guardians'), icon: 'users', access: 'student:write' },
    { path: '/dashboard/finances/payments', label: translatable('Payments'), icon: 'finance', access: 'finance:read' },
    { path: '/dashboard/finances/payments/import', label: translatable('Import payments'), icon: 'finance', access: 'finance:read' },
    { path: '/dashboard/finances/invoices', label: translatable('Invoices'), icon: 'report', access: 'finance:read' },
    { path: '/dashboard/finances/fees', label: translatable('Fees and billing'), icon: 'price', access: 'finance:read' },
    { path: '/dashboard/reports/results', label: translatable('Results report'), icon: 'report', access: 'report:read' },
    { path: '/dashboard/reports/fees', label: translatable('Fees report'), icon: 'report', access: 'finance:read' },
  ]),
  prerender: false,
  firstReads: {
    '/dashboard': [
      { path: 'rpc/dashboard_summary' },
      {
        path: 'students?select=id%2Cfirst_name%2Clast_name%2Cclass_id%2Cclasses%21students_class_id_school_id_fkey%28name%29&status=in.%28active%2Csuspended%29&order=first_name.asc%2Cid.asc&limit=20',
        roles: [...rolesWith('own-students:read')],
      },
    ],
    '/dashboard/attendance': [{ path: 'classes?select=id%2Cname&is_active=eq.true&order=school_id.asc%2Cname.asc&limit=500' }],
  },
};
