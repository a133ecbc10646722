import { t } from '@lingui/core/macro';
import { listFeeGroups, listTermNames } from '@masomo/data/money/feeImport';
import { translatable } from '@masomo/domain/translatable';
import { defineImport } from '@masomo/remote/imports/importKind';
import { FeeNotes } from './FeeNotes.tsx';

/** A school's list of fees, one row per fee. */
export const feeImport = defineImport({
  kind: 'fees',
  fields: [
    {
      name: 'name',
      label: translatable('Fee'),
      isRequired: true,
      example: 'Tuition',
      known: ['item', 'fee name', 'name', 'vote head', 'description', 'particulars', 'ada', 'jina la ada'],
    },
    {
      name: 'class',
      label: translatable('For'),
      example: 'Form 1 East',
      known: ['class', 'class name', 'level', 'form', 'grade', 'stream', 'who pays', 'darasa', 'kidato'],
      choices: async (db) => [
        { value: 'All students', label: t`All students` },
        ...(await listFeeGroups(db)).map((name) => ({ value: name, label: name })),
      ],
    },
    {
      name: 'boarding',
      label: translatable('Day or boarding'),
      example: 'Boarders',
      known: ['boarding', 'boarder', 'day boarding', 'day boarder', 'boarding status', 'residence', 'bweni', 'kutwa au bweni'],
      choices: [
        { value: 'Day', label: t`Day scholars` },
        { value: 'Boarder', label: t`Boarders` },
        { value: 'All', label: t`Day and boarding` },
      ],
    },
    {
      name: 'term',
      label: translatable('Term'),
      example: 'Term 1 2026',
      known: ['school term', 'muhula'],
      choices: async (db) => (await listTermNames(db)).map((name) => ({ value: name, label: name })),
    },
    {
      name: 'amount',
      label: translatable('Amount'),
      isRequired: true,
      example: '15000',
      known: ['amount in kes', 'amount kes', 'kes', 'ksh', 'fees', 'cost', 'kiasi'],
    },
    {
      name: 'due_on',
      label: translatable('Due'),
      isRequired: true,
      isDate: true,
      example: '05/01/2026',
      known: ['due date', 'due on', 'pay by', 'deadline', 'date', 'tarehe', 'mwisho wa kulipa'],
    },
  ],
  Notes: FeeNotes,
  invalidates: ['fees'],
});
