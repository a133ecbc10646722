import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { rolesWith } from '@masomo/domain/permissions';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/behaviour-records';
const screens: readonly ScreenDefinition[] = [
  { path: home, label: translatable('Behaviour'), icon: 'record', access: 'behaviour:record', menu: [{ order: 310 }] },
  { path: `${home}/follow-ups`, label: translatable('Follow-ups'), icon: 'record', access: 'behaviour:record', menu: [] },
  { path: `${home}/report`, label: translatable('Behaviour report'), icon: 'record', access: 'behaviour:record', menu: [] },
  { path: `${home}/settings`, label: translatable('Settings'), icon: 'record', access: 'school:run', menu: [] },
  { path: `${home}/shared`, label: translatable('Behaviour'), icon: 'record', access: 'own-students:read', menu: [{ order: 310 }] },
];
const staffRoles = [...rolesWith('behaviour:record')];

export const manifest: RemoteManifest = {
  name: 'addon-behaviour-records',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:behaviour-records'],
  extensions: [
    { slot: 'student-page/cards', export: 'studentCard', roles: staffRoles, order: 20 },
    { slot: 'home/cards', export: 'staffCard', roles: staffRoles, order: 20 },
    { slot: 'home/cards', export: 'familyCard', roles: [...rolesWith('own-students:read')], order: 20 },
  ],
  settings: [
    {
      name: 'share_merits',
      kind: 'switch',
      label: translatable('Share merits with the family straight away'),
      default: true,
      hint: translatable('Staff can change this for each merit. Incidents are shared only when someone chooses to.'),
    },
    {
      name: 'alert_points',
      kind: 'number',
      label: translatable('Notify the class teacher at this many incident points'),
      default: 10,
      min: 0,
      max: 1000,
      hint: translatable('Points in the last 30 days. Enter 0 for never.'),
    },
  ],
};
