import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, manifestTitles, type ScreenDefinition } from '@masomo/domain/screens';

const screens: readonly ScreenDefinition[] = [
  { path: '/dashboard', label: translatable('Dashboard'), icon: 'home', access: 'signed-in', menu: [{ order: 0, bar: 1 }] },
  { path: '/dashboard/profile', label: translatable('Profile'), icon: 'user', access: 'signed-in', menu: [{ order: 10 }] },
  { path: '/dashboard/super-admin', label: translatable('Super Admin'), icon: 'shield', access: 'platform:read', menu: [{ order: 20 }] },
  {
    path: '/dashboard/schools',
    label: translatable('Schools'),
    icon: 'school',
    access: 'school:write',
    menu: [{ order: 30, group: 'people', bar: 2 }],
  },
  { path: '/dashboard/users', label: translatable('Users'), icon: 'users', access: 'user:read', menu: [{ order: 40, group: 'people' }] },
  {
    path: '/dashboard/subscriptions',
    label: translatable('Subscriptions'),
    icon: 'subscription',
    access: 'subscription:read',
    menu: [{ order: 50, group: 'money' }],
  },
  { path: '/dashboard/school', label: translatable('School'), icon: 'school', access: 'school:edit-own', menu: [{ order: 60 }] },
  { path: '/dashboard/staff', label: translatable('Staff'), icon: 'staff', access: 'staff:read', menu: [{ order: 70, group: 'people' }] },
  {
    path: '/dashboard/attendance',
    label: translatable('Attendance'),
    icon: 'attendance',
    access: 'attendance:take',
    isOffline: true,
    menu: [
      { order: 80, roles: ['staff'], group: 'people', bar: 2 },
      { order: 260, roles: ['admin'], group: 'learning', bar: 4 },
      { order: 260, roles: ['teacher'], group: 'learning', bar: 3 },
    ],
  },
  // The teacher's menu starts with classes, the administrator's with students.
  {
    path: '/dashboard/classes',
    label: translatable('Classes'),
    icon: 'class',
    access: 'class:read',
    menu: [
      { order: 90, roles: ['teacher'], group: 'learning' },
      { order: 110, roles: ['admin'], group: 'learning' },
    ],
  },
  {
    path: '/dashboard/students',
    label: translatable('Students'),
    icon: 'student',
    access: 'student:read',
    whileOpened: true,
    // A teacher's students are those of the classes; the others look after people.
    menu: [
      { order: 100, roles: ['admin'], group: 'people', bar: 2 },
      { order: 100, roles: ['teacher'], group: 'learning' },
      { order: 100, roles: ['staff'], group: 'people', bar: 3 },
    ],
  },
  {
    path: '/dashboard/schedule',
    label: translatable('Schedule'),
    icon: 'calendar',
    access: 'schedule:read',
    menu: [{ order: 120, group: 'learning', bar: 2 }],
  },
  {
    path: '/dashboard/assignments',
    label: translatable('Assignments'),
    icon: 'assignment',
    access: 'assignment:write',
    menu: [{ order: 130, group: 'learning' }],
  },
  {
    path: '/dashboard/grades',
    label: translatable('Grades'),
    icon: 'grade',
    access: 'grade:write',
    isOffline: true,
    menu: [{ order: 140, group: 'learning', bar: 4 }],
  },
  {
    path: '/dashboard/records',
    label: translatable('Records'),
    icon: 'record',
    access: 'record:write',
    menu: [{ order: 150, group: 'people', bar: 4 }],
  },
  {
    path: '/dashboard/finances',
    label: translatable('Finances'),
    icon: 'finance',
    access: 'finance:read',
    menu: [{ order: 160, group: 'reports', bar: 3 }],
  },
  {
    path: '/dashboard/support',
    label: translatable('Support'),
    icon: 'support',
    access: 'ticket:answer',
    menu: [{ order: 190, group: 'site', bar: 4 }],
  },
  {
    path: '/dashboard/analytics',
    label: translatable('Analytics'),
    icon: 'analytics',
    access: 'platform:read',
    menu: [{ order: 200, group: 'site' }],
  },
  {
    path: '/dashboard/reports',
    label: translatable('Reports'),
    icon: 'report',
    access: 'report:read',
    menu: [{ order: 210, roles: ['admin'], group: 'reports' }],
  },
  {
    path: '/dashboard/announcements',
    label: translatable('Announcements'),
    icon: 'announcement',
    access: 'announcement:write',
    menu: [
      { order: 220, roles: ['teacher', 'staff'], group: 'messages' },
      { order: 270, roles: ['admin'], group: 'messages' },
    ],
  },
  {
    path: '/dashboard/notifications',
    label: translatable('Notifications'),
    icon: 'notification',
    access: 'signed-in',
    menu: [{ order: 230, roles: ['parent', 'student', 'user'], group: 'messages', bar: 2 }],
  },
  {
    path: '/dashboard/documents',
    label: translatable('Documents'),
    icon: 'document',
    access: 'signed-in',
    menu: [{ order: 240, roles: ['parent', 'student', 'user'], group: 'messages', bar: 3 }],
  },
  {
    path: '/dashboard/roles',
    label: translatable('Roles'),
    icon: 'shield',
    access: 'role:manage',
    menu: [{ order: 290, group: 'settings' }],
  },
  {
    path: '/dashboard/messages',
    label: translatable('Messages'),
    icon: 'users',
    access: 'signed-in',
    menu: [{ order: 300, roles: ['admin', 'teacher', 'parent'], group: 'messages' }],
  },
  { path: '/dashboard/addons', label: translatable('Add-ons'), icon: 'store', access: 'signed-in', menu: [] },
  // The header and the foot of the menu lead there from every screen.
  { path: '/dashboard/help', label: translatable('Help'), icon: 'support', access: 'signed-in', menu: [] },
  {
    path: '/dashboard/settings',
    label: translatable('Settings'),
    icon: 'settings',
    access: 'signed-in',
    menu: [{ order: 250, roles: ['super_admin', 'admin'], group: 'settings' }],
  },
];

/** Below the screen of the school, and listed where an administrator looks for it. */
const plan: ScreenDefinition = {
  path: '/dashboard/school/plan',
  label: translatable('Plan and licences'),
  icon: 'subscription',
  access: 'school:edit-own',
  menu: [{ order: 280, group: 'settings' }],
};
const declared = manifestScreens('dashboard', screens);

export const manifest: RemoteManifest = {
  name: 'mfe-dashboard',
  owns: ['/dashboard'],
  ...declared,
  menu: [...declared.menu, ...manifestScreens('dashboard', [plan]).menu],
  titles: manifestTitles([
    { path: '/dashboard/help', label: translatable('Help'), icon: 'support', access: 'signed-in' },
    { path: '/dashboard/super-admin/releases', label: translatable('Releases'), icon: 'dashboard', access: 'platform:read' },
    { path: '/dashboard/super-admin/jobs', label: translatable('Jobs'), icon: 'sections', access: 'platform:read' },
    { path: '/dashboard/users/audit', label: translatable('Activity log'), icon: 'record', access: 'user:read' },
    { path: '/dashboard/subscriptions/exits', label: translatable('School closures'), icon: 'record', access: 'subscription:read' },
    plan,
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
    { path: '/dashboard/finances/fees/import', label: translatable('Import fees'), icon: 'finance', access: 'finance:read' },
    { path: '/dashboard/reports/results', label: translatable('Results report'), icon: 'report', access: 'report:read' },
    { path: '/dashboard/reports/fees', label: translatable('Fees report'), icon: 'report', access: 'finance:read' },
  ]),
  prerender: false,
  firstReads: {
    '/dashboard': [{ path: 'rpc/dashboard_summary' }],
    '/dashboard/attendance': [{ path: 'classes?select=id%2Cname&is_active=eq.true&order=school_id.asc%2Cname_key.asc&limit=500' }],
  },
};
