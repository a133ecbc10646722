import type { HelpArea } from '../helpArea.ts';

export const money: HelpArea = {
  name: ['Money', 'Fedha'],
  articles: [
    {
      path: '/dashboard/finances',
      title: ['Balances', 'Salio'],
      sentence: [
        'What each student was charged, has paid and still owes.',
        'Kila mwanafunzi alitozwa nini, amelipa nini na bado anadaiwa nini.',
      ],
      steps: [
        [
          'Press “Record payment” when somebody pays at the counter or by bank. The receipt is there at once.',
          'Bonyeza “Rekodi malipo” mtu anapolipa dirishani au kwa benki. Risiti inapatikana mara moja.',
        ],
        [
          'Open a student for the statement: charges, payments and credits in order, with a paper for the family.',
          'Fungua mwanafunzi kwa taarifa: ada, malipo na mikopo kwa mpangilio, na karatasi ya familia.',
        ],
        [
          '“Send reminders” first shows whom they reach and for how much.',
          '“Tuma vikumbusho” kwanza huonyesha vitamfikia nani na kwa kiasi gani.',
        ],
      ],
    },
    {
      path: '/dashboard/finances/payments',
      title: ['Payments', 'Malipo'],
      sentence: [
        'Every payment with its receipt, method, code and who recorded it.',
        'Kila malipo na risiti, njia, msimbo na aliyeyarekodi.',
      ],
      steps: [
        ['Search by receipt, M-Pesa code or student.', 'Tafuta kwa risiti, msimbo wa M-Pesa au mwanafunzi.'],
        [
          'A wrong payment is reversed with a reason, never deleted: both stay on the statement.',
          'Malipo yenye kosa hubatilishwa kwa sababu, hayafutwi: yote mawili hubaki kwenye taarifa.',
        ],
        [
          '“Import” reads a statement of your bank or paybill and finds the students by their numbers.',
          '“Leta” husoma taarifa ya benki au paybill yako na huwapata wanafunzi kwa nambari zao.',
        ],
      ],
    },
    {
      path: '/dashboard/finances/invoices',
      title: ['Invoices', 'Ankara'],
      sentence: [
        'What students were billed for each term. An invoice that was issued never changes.',
        'Wanafunzi walitozwa nini kila muhula. Ankara iliyotolewa haibadiliki.',
      ],
      steps: [
        [
          'Filter by term and class, then open an invoice or print those of a class in one file.',
          'Chuja kwa muhula na darasa, kisha fungua ankara au chapa za darasa katika faili moja.',
        ],
      ],
    },
    {
      path: '/dashboard/finances/fees',
      title: ['Fees and billing', 'Ada na utozaji'],
      sentence: [
        'The fees of a term, for whom each is, and the bills made of them.',
        'Ada za muhula, kila moja ni ya nani, na bili zinazotokana nazo.',
      ],
      steps: [
        [
          'Press “Add fee” for each: name, amount, term, due day and for whom.',
          'Bonyeza “Ongeza ada” kwa kila moja: jina, kiasi, muhula, siku ya mwisho na ya nani.',
        ],
        [
          'Press “Bill term”. The preview says how many students are billed and how much, before you confirm.',
          'Bonyeza “Toza muhula”. Onyesho la awali linasema wanafunzi wangapi wanatozwa na kiasi gani, kabla hujathibitisha.',
        ],
        [
          'Students who come later are billed by pressing it again: nobody is billed twice.',
          'Wanaokuja baadaye hutozwa ukiibonyeza tena: hakuna anayetozwa mara mbili.',
        ],
      ],
    },
    {
      path: '/dashboard/subscriptions',
      title: ['Subscriptions', 'Usajili'],
      to: 'subscription:read',
      sentence: [
        'The plan of every school, its trial and its next renewal; schools that close are listed beside.',
        'Mpango wa kila shule, majaribio yake na uhuishaji unaofuata; shule zinazofunga zimeorodheshwa kando.',
      ],
      steps: [
        [
          'Schools over their limit are marked. “Renew” prolongs from the day on which the plan ends.',
          'Shule zilizozidi kikomo zimewekwa alama. “Huisha” huongeza kuanzia siku mpango unapoisha.',
        ],
        [
          '“School closures” shows where each closing school stands: grace period, closed, deleted.',
          '“Kufungwa kwa shule” huonyesha kila shule inayofunga iko wapi: muda wa ziada, imefungwa, imefutwa.',
        ],
      ],
    },
  ],
};
