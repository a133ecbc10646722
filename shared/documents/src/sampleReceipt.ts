import type { PaperSchool } from '@masomo/domain/paperSchool';
import { today } from '@masomo/domain/time';
import type { Receipt } from './receipt.ts';

/** A receipt of nobody, to show what the papers of a school look like. */
export const sampleReceipt = (school: PaperSchool): Receipt => ({
  school,
  number: 'RCT-00001',
  amount: 24_500,
  paidOn: today(Date.now(), school.time_zone),
  method: 'M-Pesa',
  reference: 'SKL7X2M9QP',
  receivedBy: '',
  isReversed: false,
  students: [{ name: 'Wanjikũ Ngũgĩ', admissionNumber: 'A 1041', className: 'Grade 7', balance: 5_500, isReversed: false, lines: [] }],
});
