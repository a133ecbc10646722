import { callable } from '@masomo/domain/functionAccess';
import { reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

export const access: ModuleAccess = {
  tables: {
    // Anyone who prints a card knows its code; a family shows its own.
    gate_cards: { select: reach(['admin', 'staff'], 'school', { parent: 'some', student: 'some' }) },
    gate_sightings: { select: reach(['admin', 'teacher', 'staff'], 'school') },
  },
  functions: {
    ...callable(['admin', 'staff'], 'issue_gate_cards', 'replace_gate_card'),
    ...callable(['admin', 'staff', 'teacher'], 'gate_log', 'gate_missing_list', 'gate_roster', 'record_sightings'),
    ...callable(signedIn, 'gate_day', 'gate_late_list'),
  },
  reads: ['gate_log', 'gate_missing_list', 'gate_roster'],
  writes: ['issue_gate_cards', 'replace_gate_card', 'record_sightings'],
  samples: { issue_gate_cards: ({ student_id }) => ({ student_id }) },
};
