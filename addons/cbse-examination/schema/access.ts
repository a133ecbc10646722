import { callable } from '@masomo/domain/functionAccess';
import { members, reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const staff = ['admin', 'teacher', 'staff'] as const;
const reads = { select: reach(staff, 'school') };
/** Who sees all results, and teachers what is of their classes. */
const ofClasses = { select: reach(['admin'], 'school', { teacher: 'some' }) };

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: {
    cbse_schemes: reads,
    cbse_components: reads,
    cbse_bands: reads,
    cbse_areas: reads,
    cbse_classes: ofClasses,
    cbse_tests: ofClasses,
    cbse_marks: ofClasses,
    cbse_gradings: ofClasses,
    cbse_remarks: ofClasses,
  },
  functions: {
    ...callable(['admin'], 'add_usual_cbse_schemes', 'save_cbse_scheme', 'add_cbse_class', 'remove_cbse_class', 'publish_cbse_part'),
    ...callable(['teacher'], 'save_cbse_test', 'remove_cbse_test', 'save_cbse_marks'),
    ...callable(['admin', 'teacher'], 'save_cbse_grading', 'save_cbse_remark'),
    ...callable(signedIn, 'cbse_students', 'cbse_cards', 'student_cbse_card', 'cbse_class_progress'),
    ...callable(members, 'family_cbse_cards'),
  },
  reads: ['family_cbse_cards'],
  writes: [
    'add_usual_cbse_schemes',
    'save_cbse_scheme',
    'add_cbse_class',
    'remove_cbse_class',
    'publish_cbse_part',
    'save_cbse_test',
    'remove_cbse_test',
    'save_cbse_marks',
    'save_cbse_grading',
    'save_cbse_remark',
  ],
};
