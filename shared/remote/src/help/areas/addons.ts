import type { HelpArea } from '../helpArea.ts';

export const addons: HelpArea = {
  name: ['Add-ons', 'Nyongeza'],
  articles: [
    {
      path: '/dashboard/addons',
      title: ['Add-ons of your school', 'Nyongeza za shule yako'],
      sentence: [
        'What your school has bought in the store, each with screens of its own in the menu.',
        'Vitu ambavyo shule yako imenunua dukani, kila kimoja na skrini zake kwenye menyu.',
      ],
      steps: [
        [
          'An add-on is in the menu within seconds of its payment, and on the pages that it adds something to, such as the page of a student.',
          'Nyongeza huonekana kwenye menyu sekunde chache baada ya malipo, na kwenye kurasa inazoongezea kitu, kama ukurasa wa mwanafunzi.',
        ],
        [
          'Its first screen says what to do first; under “Settings” an administrator sets how it works for the school.',
          'Skrini yake ya kwanza husema la kufanya kwanza; chini ya “Mipangilio” msimamizi huweka inavyofanya kazi kwa shule.',
        ],
        [
          '“Expired” beside its name means that it can be read and exported, but nothing new can be entered until it is renewed.',
          '“Imeisha” kando ya jina lake humaanisha inasomeka na kuhamishwa, lakini hakuna jipya linaloingizwa hadi ihuishwe.',
        ],
      ],
    },
  ],
};
