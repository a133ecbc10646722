import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { schoolRoles } from '@masomo/domain/roles';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/two-factor';
const screens: readonly ScreenDefinition[] = [
  { path: home, label: translatable('Two-Factor Authentication'), icon: 'shield', access: 'school:run', menu: [{ order: 340 }] },
  { path: `${home}/people`, label: translatable('Set-up status'), icon: 'shield', access: 'school:run', menu: [] },
  { path: `${home}/log`, label: translatable('Sign-in log'), icon: 'shield', access: 'school:run', menu: [] },
  { path: `${home}/settings`, label: translatable('Settings'), icon: 'shield', access: 'school:run', menu: [] },
];

export const manifest: RemoteManifest = {
  name: 'addon-two-factor',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:two-factor'],
  extensions: [
    { slot: 'home/cards', export: 'homeCard', roles: [...schoolRoles], order: 5 },
    { slot: 'profile/cards', export: 'profileCard', roles: [...schoolRoles], order: 10 },
  ],
  settings: [
    {
      name: 'trust_days',
      kind: 'number',
      label: translatable('Days a device stays trusted'),
      default: 0,
      min: 0,
      max: 90,
      hint: translatable('On a trusted device people enter only their password. Enter 0 to ask for a code at every sign-in.'),
    },
  ],
};
