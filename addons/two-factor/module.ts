import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { schoolRoles } from '@masomo/domain/roles';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/two-factor';

export const { declaration, manifest } = defineModule({
  feature: 'addon:two-factor',
  soldAs: 'Two-Factor Authentication',
  permissions: {
    'two-factor:manage': { sentence: 'May say who signs in with two steps, and reset it.', roles: ['admin'], isGuarded: true },
  },
  screens: [
    { path: home, label: translatable('Two-Factor Authentication'), icon: 'shield', access: 'school:run', menu: [{ order: 340 }] },
    { path: `${home}/people`, label: translatable('Set-up status'), icon: 'shield', access: 'school:run', menu: [] },
    { path: `${home}/log`, label: translatable('Sign-in log'), icon: 'shield', access: 'school:run', menu: [] },
    { path: `${home}/settings`, label: translatable('Two-factor settings'), icon: 'shield', access: 'school:run', menu: [] },
  ],
  slots: [
    { slot: 'home/cards', export: 'homeCard', for: schoolRoles, order: 5 },
    { slot: 'profile/cards', export: 'profileCard', for: schoolRoles, order: 10 },
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
  records: [],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
