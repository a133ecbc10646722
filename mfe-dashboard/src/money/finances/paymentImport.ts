import { paymentMethods } from '@masomo/data/money/fees';
import { studentTitles } from '@masomo/domain/studentTitles';
import { translatable } from '@masomo/domain/translatable';
import { defineImport } from '@masomo/remote/imports/importKind';
import { paymentMethodLabels } from '../../shared/paymentLabels.ts';
import { PaymentNotes } from './PaymentNotes.tsx';

/** Fee payments, such as a bank's statement or the book of a term. */
export const paymentImport = defineImport({
  kind: 'payments',
  fields: [
    {
      name: 'admission_number',
      label: translatable('Admission number'),
      isRequired: true,
      example: 'GA/2001',
      known: [...studentTitles.admission_number, 'account', 'account no'],
    },
    {
      name: 'amount',
      label: translatable('Amount'),
      isRequired: true,
      example: '15000',
      known: ['amount in kes', 'amount kes', 'paid', 'paid in', 'credit', 'kiasi'],
    },
    {
      name: 'method',
      label: translatable('Method'),
      isRequired: true,
      example: 'M-Pesa',
      known: ['paid by', 'mode', 'mode of payment', 'payment method', 'njia', 'njia ya malipo'],
      choices: paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] })),
    },
    {
      name: 'reference',
      label: translatable('Reference'),
      example: 'SKL7X2M9QP',
      known: [
        'code',
        'mpesa code',
        'm pesa code',
        'transaction',
        'transaction code',
        'slip',
        'slip no',
        'cheque no',
        'rejea',
        'kumbukumbu',
      ],
    },
    {
      name: 'paid_on',
      label: translatable('Paid on'),
      isRequired: true,
      isDate: true,
      example: '05/01/2026',
      known: ['date', 'day', 'date paid', 'payment date', 'value date', 'tarehe', 'tarehe ya malipo'],
    },
    // A payment of the product's own list is known by it.
    { name: 'receipt_number', label: translatable('Receipt'), known: ['receipt no', 'receipt number', 'risiti'] },
  ],
  Notes: PaymentNotes,
  invalidates: ['fees', 'overview'],
});
