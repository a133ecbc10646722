import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/biometrics';

export const { declaration, manifest } = defineModule({
  feature: 'addon:biometrics',
  soldAs: 'Biometrics Entry',
  permissions: {
    'reader:connect': { sentence: 'May connect readers of fingerprints and faces.', roles: ['admin'] },
    'reader:number': { sentence: 'May give students their numbers on readers.', roles: ['admin', 'staff'] },
  },
  screens: [
    { path: home, label: translatable('Readers'), icon: 'attendance', access: 'reader:number', menu: [{ order: 310 }] },
    { path: `${home}/numbers`, label: translatable('Numbers on readers'), icon: 'attendance', access: 'reader:number', menu: [] },
    { path: `${home}/waiting`, label: translatable('Waiting readings'), icon: 'attendance', access: 'reader:number', menu: [] },
    { path: `${home}/compound`, label: translatable('On the compound'), icon: 'attendance', access: 'reader:number', menu: [] },
    { path: `${home}/settings`, label: translatable('Reader settings'), icon: 'attendance', access: 'school:run', menu: [] },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'reader:number', order: 20 },
    { slot: 'home/cards', export: 'homeCard', for: 'reader:number', order: 20 },
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
      name: 'boarders_until',
      kind: 'time',
      label: translatable('Boarders are marked present until'),
      default: '17:00',
      hint: translatable('Boarders are never marked late. When a reader sees one later, the register stays as it is.'),
    },
    {
      name: 'message_arrivals',
      kind: 'switch',
      label: translatable('Notify the family when a student arrives'),
      default: true,
      hint: translatable('Once a day, within an hour. Of a boarder only when they come back to the compound.'),
    },
    { name: 'message_departures', kind: 'switch', label: translatable('Notify the family when a student leaves'), default: false },
    {
      name: 'hours_from',
      kind: 'time',
      label: translatable('Readers are expected from'),
      default: '06:00',
      hint: translatable('On weekdays of a term. A reader that is silent for ten minutes in this time turns red.'),
    },
    { name: 'hours_to', kind: 'time', label: translatable('Readers are expected until'), default: '17:00' },
  ],
  records: [
    {
      tables: ['reader_numbers'],
      about: translatable('Students'),
      data: translatable('The number by which a reader of fingerprints or faces names a student; never a fingerprint or a face'),
      purpose: translatable('To know who is at school, and to tell families'),
      basis: translatable("The guardians' consent"),
      recipients: translatable('The office, and the readers at the school'),
      keptFor: translatable('Until a guardian withdraws the consent or the student leaves'),
    },
    {
      tables: ['reader_lines'],
      about: translatable('Students'),
      data: translatable('What a reader has sent and nobody has matched yet: a number and a time'),
      purpose: translatable('To fill registers when the number has been given to a student'),
      basis: translatable("The school's duties under the Basic Education Act"),
      recipients: translatable('The office'),
      keptFor: translatable('Until it is matched or set aside, and at most a year'),
    },
  ],
  tablesWithoutPeople: ['readers', 'reader_health', 'reader_commands'],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
