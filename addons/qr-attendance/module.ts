import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/qr-attendance';

export const { declaration, manifest } = defineModule({
  feature: 'addon:qr-attendance',
  soldAs: 'QR Code Attendance',
  permissions: {
    'gate:issue-cards': { sentence: 'May issue and print gate cards.', roles: ['admin', 'staff'] },
  },
  screens: [
    { path: home, label: translatable('QR attendance'), icon: 'attendance', access: 'attendance:take', menu: [{ order: 300 }] },
    {
      path: `${home}/scan`,
      label: translatable('Scan at the gate'),
      icon: 'attendance',
      access: 'attendance:take',
      isOffline: true,
      menu: [],
    },
    { path: `${home}/cards`, label: translatable('Cards'), icon: 'attendance', access: 'student:write', menu: [] },
    { path: `${home}/late`, label: translatable('Late arrivals'), icon: 'attendance', access: 'attendance:take', menu: [] },
    { path: `${home}/missing`, label: translatable('Not seen'), icon: 'attendance', access: 'attendance:take', menu: [] },
    { path: `${home}/settings`, label: translatable('QR attendance settings'), icon: 'attendance', access: 'school:run', menu: [] },
    {
      path: `${home}/codes`,
      label: translatable('Code for the gate'),
      icon: 'attendance',
      access: 'own-students:read',
      menu: [{ order: 300 }],
    },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'attendance:take', order: 10 },
    { slot: 'register/cards', export: 'registerCard', for: 'attendance:take', order: 10 },
    { slot: 'home/cards', export: 'homeCard', for: 'attendance:take', order: 10 },
  ],
  settings: [
    {
      name: 'late_after',
      kind: 'time',
      label: translatable('Late after'),
      default: '08:00',
      hint: translatable('Anyone arriving later is marked late.'),
    },
    {
      name: 'message_arrivals',
      kind: 'switch',
      label: translatable('Notify the family when a student arrives'),
      default: true,
      hint: translatable('By email and notification, once a day.'),
    },
    { name: 'message_departures', kind: 'switch', label: translatable('Notify the family when a student leaves'), default: false },
  ],
  records: [
    {
      tables: ['gate_cards', 'gate_sightings'],
      about: translatable('Students'),
      data: translatable('The code of a card, and when it was scanned at the gate'),
      purpose: translatable('To know who is at school, and to tell families'),
      basis: translatable("The school's duties under the Basic Education Act"),
      recipients: translatable('The office, those at the gate, the student and their guardians'),
      keptFor: translatable("Until the school erases a former student's record"),
    },
  ],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
