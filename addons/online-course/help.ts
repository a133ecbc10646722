import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/online-course';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Online courses', 'Kozi za mtandaoni'],
    sentence: [
      'Lessons with texts, files and videos, quizzes that mark themselves, and a certificate at the end.',
      'Masomo yenye maandishi, faili na video, mazoezi yanayojisahihisha, na cheti mwishoni.',
    ],
    to: 'course:teach',
    steps: [
      [
        'Make a course, add lessons and quizzes, and publish it. Lessons can be locked until the one before is done.',
        'Tengeneza kozi, ongeza masomo na mazoezi, kisha uichapishe. Masomo yanaweza kufungwa hadi lililotangulia likamilike.',
      ],
      [
        'Questions are kept in a bank; “Import” reads them from GIFT or a spreadsheet.',
        'Maswali huhifadhiwa katika hazina; “Ingiza” huyasoma kutoka GIFT au lahajedwali.',
      ],
      [
        'A paid course opens once its price is paid through the school’s fees.',
        'Kozi ya kulipia hufunguka bei yake ikilipwa kupitia karo za shule.',
      ],
    ],
  },
  {
    path: `${home}/learn`,
    title: ['Take a course', 'Soma kozi'],
    sentence: [
      'The courses that you have joined or may join, with how far you are.',
      'Kozi ulizojiunga nazo au unazoweza kujiunga nazo, na ulipofikia.',
    ],
    to: 'course:learn',
    steps: [
      [
        'Answers of a quiz are kept on the phone while there is no line and sent once when it is back.',
        'Majibu ya zoezi huhifadhiwa kwenye simu mtandao ukikosekana na hutumwa mara moja ukirudi.',
      ],
      [
        'When every lesson and quiz is done the certificate can be downloaded; its code proves that it is genuine.',
        'Masomo na mazoezi yote yakikamilika cheti kinaweza kupakuliwa; msimbo wake huthibitisha kuwa ni halisi.',
      ],
    ],
  },
];
