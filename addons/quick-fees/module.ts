import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { rolesWith } from '@masomo/domain/permissions';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/quick-fees';
const screens: readonly ScreenDefinition[] = [
  { path: home, label: translatable('Quick Fees'), icon: 'finance', access: 'fee:take', menu: [{ order: 320 }] },
  { path: `${home}/receipts`, label: translatable('Receipts and totals'), icon: 'finance', access: 'fee:take', menu: [] },
  { path: `${home}/settings`, label: translatable('Settings'), icon: 'finance', access: 'school:run', menu: [] },
];

export const manifest: RemoteManifest = {
  name: 'addon-quick-fees',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:quick-fees'],
  extensions: [
    { slot: 'home/cards', export: 'homeCard', roles: [...rolesWith('fee:take')], order: 30 },
    { slot: 'student-page/cards', export: 'studentCard', roles: [...rolesWith('fee:take')], order: 30 },
  ],
  settings: [
    {
      name: 'staff_take_fees',
      kind: 'switch',
      label: translatable('Office staff can take fees'),
      default: true,
      hint: translatable('If off, only administrators can. Staff see student balances here and their own receipts.'),
    },
  ],
};
