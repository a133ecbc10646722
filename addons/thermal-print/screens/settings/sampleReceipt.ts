import { t } from '@lingui/core/macro';
import type { SettingValues } from '@masomo/data/addons/addonSettings';
import type { ReceiptPrint } from '../../data/thermalPrint.ts';

/** An invented receipt, to try the paper with. */
export function sampleReceipt(schoolName: string, settings: SettingValues): ReceiptPrint {
  const now = new Date().toISOString();
  const student = { class_name: null, is_reversed: false };
  return {
    receipt_number: 'RCT-00000',
    copy: 0,
    printed_at: now,
    recorded_at: now,
    paper: settings['paper'] === '58' ? '58' : '80',
    header: String(settings['header'] ?? ''),
    footer: String(settings['footer'] ?? ''),
    method: 'cash',
    reference: null,
    amount: 15_500,
    received: 16_000,
    cashier: null,
    school: { name: schoolName, email: null, phone: null, address: '' },
    students: [
      {
        ...student,
        name: t`First child`,
        admission_number: '001',
        amount: 12_000,
        balance: 0,
        lines: [{ name: t`Tuition`, amount: 12_000 }],
      },
      {
        ...student,
        name: t`Second child`,
        admission_number: '002',
        amount: 3_500,
        balance: 4_500,
        lines: [{ name: t`Lunch`, amount: 3_500 }],
      },
    ],
  };
}
