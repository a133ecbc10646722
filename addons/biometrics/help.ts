import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/biometrics';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Readers of fingerprints and faces', 'Visomaji vya alama za vidole na nyuso'],
    sentence: [
      'Readers that fill the register as students and staff pass, without a roll call.',
      'Visomaji vinavyojaza rejista wanafunzi na wafanyakazi wanapopita, bila kuita majina.',
    ],
    to: 'reader:number',
    steps: [
      [
        'Enter this site’s address as the server in the reader’s menu. The reader then shows here and waits for your approval.',
        'Andika anwani ya tovuti hii kama seva kwenye menyu ya kisomaji. Kisha kisomaji huonekana hapa na kusubiri idhini yako.',
      ],
      [
        'Give each student the number that the reader knows them by, under “Numbers on readers”, one by one or from a file.',
        'Mpe kila mwanafunzi namba ambayo kisomaji humtambulia, chini ya “Namba kwenye visomaji”, mmoja mmoja au kwa faili.',
      ],
      [
        'After a power cut a reader sends what it kept. Readings of unknown numbers wait until the number has a student.',
        'Baada ya umeme kukatika kisomaji hutuma ilichohifadhi. Visomo vya namba zisizojulikana husubiri hadi namba ipate mwanafunzi.',
      ],
    ],
  },
];
