import { defineModule } from '@masomo/domain/modules';
import type { PermissionsOf } from '@masomo/domain/permissions';
import { translatable } from '@masomo/domain/translatable';

const home = '/dashboard/addons/online-course';

export const { declaration, manifest } = defineModule({
  feature: 'addon:online-course',
  soldAs: 'Online Course',
  permissions: {
    'course:teach': { sentence: 'May make online courses and see how students do in them.', roles: ['admin', 'teacher'] },
    'course:manage': { sentence: 'May change every online course of the school.', roles: ['admin'] },
    'course:learn': { sentence: 'May take online courses, or follow those of their children.', roles: ['parent', 'student'] },
  },
  screens: [
    { path: home, label: translatable('Online courses'), icon: 'assignment', access: 'course:teach', menu: [{ order: 330 }] },
    { path: `${home}/course`, label: translatable('Online course'), icon: 'assignment', access: 'course:teach', isRecord: true, menu: [] },
    { path: `${home}/settings`, label: translatable('Online course settings'), icon: 'assignment', access: 'school:run', menu: [] },
    {
      path: `${home}/learn`,
      label: translatable('Online courses'),
      icon: 'assignment',
      access: 'course:learn',
      isOffline: true,
      menu: [{ order: 330 }],
    },
  ],
  slots: [
    { slot: 'student-page/cards', export: 'studentCard', for: 'course:teach', order: 35 },
    { slot: 'home/cards', export: 'familyCard', for: 'course:learn', order: 35 },
  ],
  settings: [
    {
      name: 'families_join',
      kind: 'switch',
      label: translatable('Families join courses themselves'),
      default: true,
      hint: translatable('When this is off, teachers add students to their courses. A paid course opens once its payment is recorded.'),
    },
  ],
  records: [
    {
      tables: ['course_enrolments', 'course_progress', 'course_attempts', 'course_answers', 'course_certificates'],
      about: translatable('Students'),
      data: translatable('Online courses taken, answers and scores in quizzes, certificates'),
      purpose: translatable('To teach students online and to certify what they finished'),
      basis: translatable('The contract with the guardians'),
      recipients: translatable('The teacher of the course; the student and guardians their own'),
      keptFor: translatable('As long as other marks of the student'),
    },
  ],
  tablesWithoutPeople: ['online_courses', 'course_lessons', 'course_lesson_files', 'course_questions', 'course_quiz_questions'],
});

declare module '@masomo/domain/permissions' {
  interface ModulePermissions extends PermissionsOf<typeof declaration> {}
}
