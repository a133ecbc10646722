import type { HelpArea } from '../helpArea.ts';

export const store: HelpArea = {
  name: ['Store', 'Duka'],
  articles: [
    {
      path: '/dashboard/store',
      title: ['Store', 'Duka'],
      sentence: [
        'What your school has ordered, and the licences that came with it.',
        'Ambacho shule yako imeagiza, na leseni zilizotokana nacho.',
      ],
      sentenceFor: {
        super_admin: ['How the store does: sales, orders and what waits for you.', 'Hali ya duka: mauzo, maagizo na yanayokusubiri.'],
      },
      steps: [
        [
          '“View store” shows what can be bought. What was bought is switched on within two seconds of the payment.',
          '“Tazama duka” huonyesha kinachouzwa. Kilichonunuliwa huwashwa ndani ya sekunde mbili baada ya malipo.',
        ],
      ],
    },
    {
      path: '/dashboard/store/orders',
      title: ['Orders', 'Maagizo'],
      sentence: ['Every order with its items, total, payment and state.', 'Kila agizo na bidhaa, jumla, malipo na hali yake.'],
      steps: [
        [
          'Search by number, buyer or institution; open an order for its payments, licences and papers.',
          'Tafuta kwa nambari, mnunuzi au taasisi; fungua agizo kwa malipo, leseni na karatasi zake.',
        ],
        [
          'Who runs the store confirms a bank transfer in the order; cards and M-Pesa confirm themselves.',
          'Anayeendesha duka huthibitisha uhamisho wa benki ndani ya agizo; kadi na M-Pesa hujithibitisha.',
        ],
      ],
    },
    {
      path: '/dashboard/store/licences',
      title: ['Licences', 'Leseni'],
      to: 'store:buy',
      sentence: [
        'What your school may use, for how many campuses and until when.',
        'Shule yako inaweza kutumia nini, kwa kampasi ngapi na hadi lini.',
      ],
      steps: [
        [
          'Renew before the end: after it the add-on can still be read and exported, and writes nothing.',
          'Huisha kabla ya mwisho: baada yake nyongeza inasomeka na kuhamishwa, lakini haiandiki chochote.',
        ],
      ],
    },
    {
      path: '/dashboard/store/addons',
      title: ['Add-ons on sale', 'Nyongeza zinazouzwa'],
      to: 'addon:write',
      sentence: [
        'The catalogue of the store: texts, price, category, and what is active.',
        'Orodha ya duka: maandishi, bei, kundi, na kilicho hai.',
      ],
      steps: [
        ['Switch one off to take it from the store; licences that were sold stay.', 'Zima moja kuiondoa dukani; leseni zilizouzwa hubaki.'],
      ],
    },
    {
      path: '/dashboard/store/modules',
      title: ['Modules', 'Moduli'],
      to: 'addon:write',
      sentence: ['What is built into which plan.', 'Kilichojengwa ndani ya mpango upi.'],
      steps: [
        ['Each module says whether it runs or is still in preparation.', 'Kila moduli inasema kama inafanya kazi au bado inaandaliwa.'],
      ],
    },
    {
      path: '/dashboard/store/payments',
      title: ['Payments of the store', 'Malipo ya duka'],
      to: 'payment:reconcile',
      sentence: ['Money that came in and the orders it belongs to.', 'Fedha zilizoingia na maagizo yake.'],
      steps: [['What no order was found for waits here: match it by hand.', 'Kisichopata agizo husubiri hapa: kilinganishe kwa mkono.']],
    },
    {
      path: '/dashboard/store/analytics',
      title: ['Store analytics', 'Takwimu za duka'],
      to: 'store-analytics:read',
      sentence: [
        'Revenue, sales and customers over a period, against the period before.',
        'Mapato, mauzo na wateja kwa kipindi, dhidi ya kipindi kilichotangulia.',
      ],
      steps: [
        [
          'Each figure explains itself when you point at its name. The report downloads as a file.',
          'Kila takwimu hujieleza ukielekeza kwenye jina lake. Ripoti hupakuliwa kama faili.',
        ],
      ],
    },
    {
      path: '/dashboard/store/settings',
      title: ['Settings of the store', 'Mipangilio ya duka'],
      to: 'settings:write',
      sentence: [
        'How the store sells: payment methods, tax, and texts of mails.',
        'Duka linavyouza: njia za malipo, kodi, na maandishi ya barua.',
      ],
      steps: [['A payment method is offered once it is configured and enabled.', 'Njia ya malipo hutolewa ikishasanidiwa na kuwashwa.']],
    },
  ],
};
