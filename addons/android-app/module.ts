import { defineModule } from '@masomo/domain/modules';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/android-app';
const members = ['admin', 'teacher', 'staff', 'parent', 'student'] as const;
const [dashboard, notifications, documents] = [
  { value: 'home', label: translatable('Dashboard') },
  { value: 'notifications', label: translatable('Notifications') },
  { value: 'documents', label: translatable('Documents') },
];
const [classes, schedule, grades, attendance, students] = [
  { value: 'classes', label: translatable('Classes') },
  { value: 'schedule', label: translatable('Schedule') },
  { value: 'grades', label: translatable('Grades') },
  { value: 'attendance', label: translatable('Attendance') },
  { value: 'students', label: translatable('Students') },
];

export const { declaration, manifest } = defineModule({
  feature: 'addon:android-app',
  soldAs: 'Android App',
  permissions: {},
  screens: [
    { path: home, label: translatable('App of the school'), icon: 'record', access: 'signed-in', menu: [{ order: 330, roles: members }] },
    { path: `${home}/start`, label: translatable('App of the school'), icon: 'record', access: 'signed-in', isRecord: true, menu: [] },
    { path: `${home}/play-store`, label: translatable('Play Store'), icon: 'record', access: 'school:run', menu: [] },
    { path: `${home}/settings`, label: translatable('App settings'), icon: 'record', access: 'school:run', menu: [] },
  ],
  slots: [{ slot: 'home/cards', export: 'homeCard', for: members, order: 330 }],
  settings: [
    {
      name: 'start_parent',
      kind: 'choice',
      label: translatable('The app opens for guardians with'),
      default: 'home',
      options: [dashboard, notifications, documents],
    },
    {
      name: 'start_student',
      kind: 'choice',
      label: translatable('The app opens for students with'),
      default: 'home',
      options: [dashboard, notifications, documents],
    },
    {
      name: 'start_teacher',
      kind: 'choice',
      label: translatable('The app opens for teachers with'),
      default: 'home',
      options: [dashboard, classes, schedule, grades],
    },
    {
      name: 'start_staff',
      kind: 'choice',
      label: translatable('The app opens for other staff with'),
      default: 'home',
      options: [dashboard, attendance, students],
    },
    {
      name: 'ask_for_messages',
      kind: 'switch',
      label: translatable('Offer messages on the phone'),
      default: true,
      hint: translatable('On the home screen of the app, until the person has decided. The browser asks only after a press.'),
    },
  ],
  records: [],
  tablesWithoutPeople: ['school_apps', 'school_app_keys'],
});
