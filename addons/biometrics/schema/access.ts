import { callable } from '@masomo/domain/functionAccess';
import { reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const office = ['admin', 'staff'] as const;
const reads = { select: reach(office, 'school') };

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: { readers: reads, reader_health: reads, reader_numbers: reads, reader_lines: reads, reader_commands: reads },
  functions: {
    // A reader has no session; what it may do follows from its serial number and where it calls from.
    ...callable(['anonymous', ...signedIn], 'reader_call'),
    ...callable(['admin'], 'add_reader', 'approve_reader', 'stop_reader', 'remove_reader'),
    ...callable(
      office,
      'give_reader_number',
      'number_class',
      'take_reader_number',
      'send_reader_name',
      'settle_reader_lines',
      'reader_list',
      'unknown_reader_numbers',
      'reader_number_list',
      'compound_list',
    ),
  },
  reads: ['reader_list', 'unknown_reader_numbers', 'reader_number_list', 'compound_list'],
  writes: [
    'add_reader',
    'approve_reader',
    'stop_reader',
    'remove_reader',
    'give_reader_number',
    'number_class',
    'take_reader_number',
    'send_reader_name',
    'settle_reader_lines',
  ],
  samples: {
    reader_call: () => ({ route: 'cdata', query: {} }),
    number_class: ({ class_id }) => ({ class_id }),
    settle_reader_lines: () => ({ line_ids: [], how: 'set_aside' }),
    add_reader: (_, count) => ({ name: `Gate ${count}`, serial: `MATRIX${count}` }),
  },
};
