import { callable } from '@masomo/domain/functionAccess';
import { newId } from '@masomo/domain/secureContext';
import { childrens, members, reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const staff = ['admin', 'teacher', 'staff'] as const;

export const access: ModuleAccess = {
  tables: {
    behaviour_categories: { select: reach(staff, 'school') },
    behaviour_entries: { select: childrens },
    behaviour_follow_ups: { select: reach(['admin', 'staff'], 'school', { teacher: 'some' }) },
  },
  functions: {
    ...callable(['admin'], 'save_behaviour_category', 'set_behaviour_category_active', 'add_usual_behaviour_categories'),
    ...callable(staff, 'record_behaviour', 'share_behaviour', 'withdraw_behaviour', 'plan_behaviour_follow_up'),
    ...callable(staff, 'close_behaviour_follow_up', 'behaviour_people', 'read_behaviour_follow_ups'),
    ...callable(members, 'read_behaviour'),
    ...callable(signedIn, 'behaviour_summary', 'behaviour_report'),
  },
  reads: ['read_behaviour', 'read_behaviour_follow_ups'],
  writes: [
    'behaviour_people',
    'save_behaviour_category',
    'set_behaviour_category_active',
    'add_usual_behaviour_categories',
    'record_behaviour',
    'plan_behaviour_follow_up',
    'close_behaviour_follow_up',
    'share_behaviour',
    'withdraw_behaviour',
  ],
  sampleIds: 'select id as category_id from public.behaviour_categories where school_id = $1 and is_active order by name limit 1',
  samples: {
    save_behaviour_category: (_, count) => ({ name: `Matrix ${count}`, kind: 'merit', points: 1 }),
    record_behaviour: ({ student_id, category_id }) => ({
      request_id: newId(),
      student_ids: [student_id],
      category_id,
      note: 'Helped a friend',
    }),
    behaviour_people: ({ student_id }) => ({ student_ids: [student_id] }),
  },
};
