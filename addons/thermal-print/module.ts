import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { rolesWith } from '@masomo/domain/permissions';
import { manifestScreens, type ScreenDefinition } from '@masomo/domain/screens';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/thermal-print';
const screens: readonly ScreenDefinition[] = [
  { path: home, label: translatable('Thermal Print'), icon: 'report', access: 'school:run', menu: [{ order: 330 }] },
  { path: `${home}/prints`, label: translatable('Prints'), icon: 'report', access: 'school:run', menu: [] },
];

export const manifest: RemoteManifest = {
  name: 'addon-thermal-print',
  owns: [home],
  ...manifestScreens('dashboard', screens),
  prerender: false,
  requires: ['addon:thermal-print'],
  extensions: [
    { slot: 'receipt/actions', export: 'printButton', roles: [...rolesWith('fee:take')], order: 10 },
    { slot: 'settings/cards', export: 'settingsCard', roles: [...rolesWith('school:run')], order: 10 },
  ],
  settings: [
    {
      name: 'paper',
      kind: 'choice',
      label: translatable('Paper width'),
      default: '80',
      options: [
        { value: '58', label: translatable('58 mm') },
        { value: '80', label: translatable('80 mm') },
      ],
    },
    {
      name: 'header',
      kind: 'text',
      label: translatable('Above the receipt'),
      default: '',
      maxLength: 200,
      hint: translatable('Shown below the school’s name, such as your motto or office hours.'),
    },
    {
      name: 'footer',
      kind: 'text',
      label: translatable('Below the receipt'),
      default: '',
      maxLength: 300,
      hint: translatable('Such as how to pay, or a word of thanks.'),
    },
  ],
};
