import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/live-classes';

export const { declaration, manifest } = defineModule({
  feature: 'addon:live-classes',
  soldAs: { 'addon:google-meet': 'Google Meet Live Classes', 'addon:zoom': 'Zoom Live Classes' },
  permissions: {
    'live-classes:set-up': { sentence: 'May choose which lessons are held live, and connect Zoom.', roles: ['admin'] },
    'live-classes:teach': { sentence: 'May hold live classes.', roles: ['admin', 'teacher'] },
  },
  screens: [
    { path: home, label: translatable('Live classes'), icon: 'class', access: 'live-classes:teach', menu: [{ order: 330 }] },
    { path: `${home}/held`, label: translatable('Live classes held'), icon: 'class', access: 'live-classes:teach', menu: [] },
    { path: `${home}/lessons`, label: translatable('Lessons held live'), icon: 'class', access: 'live-classes:set-up', menu: [] },
    { path: `${home}/accounts`, label: translatable('Accounts'), icon: 'class', access: 'live-classes:teach', menu: [] },
    { path: `${home}/settings`, label: translatable('Live class settings'), icon: 'class', access: 'live-classes:set-up', menu: [] },
    { path: `${home}/calendar`, label: translatable('Live classes'), icon: 'class', access: 'own-students:read', menu: [{ order: 330 }] },
    {
      path: `${home}/join`,
      label: translatable('Join the live class'),
      icon: 'class',
      access: 'own-students:read',
      isRecord: true,
      menu: [],
    },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'live-classes:teach', order: 40 },
    { slot: 'home/cards', export: 'teacherCard', for: 'live-classes:teach', order: 40 },
    { slot: 'home/cards', export: 'familyCard', for: 'own-students:read', order: 40 },
  ],
  settings: [
    {
      name: 'late_after',
      kind: 'number',
      label: translatable('Minutes after which a student is late'),
      default: 10,
      min: 1,
      max: 60,
      hint: translatable('Counted from the start of the lesson to the first time that the student was in the meeting.'),
    },
    {
      name: 'least_minutes',
      kind: 'number',
      label: translatable('Minutes in the meeting that count as attending'),
      default: 15,
      min: 1,
      max: 120,
      hint: translatable('With fewer minutes, absent is suggested.'),
    },
    { name: 'families_see_recordings', kind: 'switch', label: translatable('Families see the recordings of their classes'), default: true },
  ],
  records: [
    {
      tables: ['live_joins', 'live_attendees'],
      about: translatable('Students'),
      data: translatable('When a student joined a live class, for how long, and the name shown there'),
      purpose: translatable('To hold lessons over the internet and to fill in the register'),
      basis: translatable('The contract with the guardians'),
      recipients: translatable('Those who teach the class, and the provider of the meeting'),
      keptFor: translatable("Until the school erases a former student's record"),
    },
    {
      tables: ['live_accounts', 'live_meetings', 'live_recordings'],
      about: translatable('Teachers'),
      data: translatable('The account at the provider, the meetings and their recordings'),
      purpose: translatable('To hold lessons over the internet'),
      basis: translatable('The contract of employment'),
      recipients: translatable('The school, the families of the class, and the provider of the meeting'),
      keptFor: translatable('As long as the school uses the add-on'),
    },
  ],
  tablesWithoutPeople: ['live_lessons', 'live_days_off'],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
