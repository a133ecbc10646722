import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { rolesWith } from '@masomo/domain/permissions';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/qr-attendance';
const screens: readonly ScreenDefinition[] = [
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
  { path: `${home}/settings`, label: translatable('Settings'), icon: 'attendance', access: 'school:run', menu: [] },
  {
    path: `${home}/codes`,
    label: translatable('Code for the gate'),
    icon: 'attendance',
    access: 'own-students:read',
    menu: [{ order: 300 }],
  },
];
const gateRoles = [...rolesWith('attendance:take')];

export const manifest: RemoteManifest = {
  name: 'addon-qr-attendance',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:qr-attendance'],
  extensions: [
    { slot: 'student-page/cards', export: 'studentCard', roles: gateRoles, order: 10 },
    { slot: 'register/cards', export: 'registerCard', roles: gateRoles, order: 10 },
    { slot: 'home/cards', export: 'homeCard', roles: gateRoles, order: 10 },
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
};
