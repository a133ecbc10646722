import { defineModule } from '@masomo/domain/modules';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/thermal-print';

export const { declaration, manifest } = defineModule({
  feature: 'addon:thermal-print',
  soldAs: 'Thermal Print',
  permissions: {},
  screens: [
    { path: home, label: translatable('Thermal Print'), icon: 'report', access: 'school:run', menu: [{ order: 330 }] },
    { path: `${home}/prints`, label: translatable('Prints'), icon: 'report', access: 'school:run', menu: [] },
  ],
  slots: [
    { slot: 'receipt/actions', export: 'printButton', for: 'fee:take', order: 10 },
    { slot: 'settings/cards', export: 'settingsCard', for: 'school:run', order: 10 },
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
  records: [
    {
      tables: ['thermal_prints'],
      about: translatable('Staff'),
      data: translatable('Who printed which receipt, when and how often'),
      purpose: translatable('To tell copies of a receipt from the first print'),
      basis: translatable('Tax law'),
      recipients: translatable('The office'),
      keptFor: translatable('As long as other books of the school'),
    },
  ],
});
