import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/quick-fees';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Quick Fees', 'Karo Haraka'],
    sentence: [
      'Fees taken at the counter, several children of a family on one receipt.',
      'Karo hupokelewa dirishani, watoto kadhaa wa familia kwenye risiti moja.',
    ],
    to: 'fee:take',
    steps: [
      [
        'Type a name or an admission number, press Enter, enter the amount, and press Enter again.',
        'Andika jina au nambari ya usajili, bonyeza Enter, andika kiasi, kisha bonyeza Enter tena.',
      ],
      [
        'Cash, M-Pesa and bank are in the same screen. A code that was used before is refused, with the receipt that has it.',
        'Pesa taslimu, M-Pesa na benki ziko kwenye skrini moja. Msimbo uliotumika awali hukataliwa, pamoja na risiti iliyo nao.',
      ],
      [
        '“Receipts and totals” has the day’s total of each cashier by method, to compare with the drawer.',
        '“Risiti na jumla” ina jumla ya siku ya kila mpokeaji kwa njia ya malipo, ya kulinganisha na kilicho kwenye droo.',
      ],
    ],
  },
];
