import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/thermal-print';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Thermal Print', 'Chapa ya Risiti'],
    sentence: [
      'Fee receipts on rolls of 58 or 80 mm, from any browser.',
      'Risiti za karo kwenye karatasi za mm 58 au 80, kutoka kivinjari chochote.',
    ],
    to: 'school:run',
    steps: [
      [
        'Choose the width of the paper and what is printed above and below the receipt; the preview shows it at once.',
        'Chagua upana wa karatasi na yatakayoandikwa juu na chini ya risiti; hakikisho huonyesha mara moja.',
      ],
      [
        'Every payment then has “Print on receipt paper”. Choose the receipt printer once in the browser’s dialog.',
        'Kisha kila malipo yana “Chapa risiti”. Chagua printa ya risiti mara moja kwenye dirisha la kivinjari.',
      ],
      [
        'A second print of a receipt says that it is a copy; “Prints” lists who printed what and when.',
        'Risiti ikichapwa mara ya pili husema kuwa ni nakala; “Zilizochapwa” huorodhesha nani alichapa nini na lini.',
      ],
    ],
  },
];
