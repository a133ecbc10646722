import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/cbse-examination';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['CBSE Examination', 'Mitihani ya CBSE'],
    sentence: [
      'Tests, term weights, co-scholastic areas and report cards as the Indian board lays them down.',
      'Majaribio, uzito wa mihula, maeneo yasiyo ya kitaaluma na ripoti kama bodi ya India inavyoagiza.',
    ],
    to: 'student:read',
    steps: [
      [
        'Choose a scheme for each class: its tests, their weights and the bands of grades are data that you can change.',
        'Chagua mpango wa kila darasa: majaribio yake, uzito wake na viwango vya gredi ni data unayoweza kubadilisha.',
      ],
      [
        'Teachers enter marks by test; AB is for a student who was absent.',
        'Walimu huweka alama kwa kila jaribio; AB ni ya mwanafunzi ambaye hakuwepo.',
      ],
      [
        '“CBSE results” shows the whole class with grades, and makes its report cards in one file.',
        '“Matokeo ya CBSE” huonyesha darasa zima na gredi, na hutengeneza ripoti zake katika faili moja.',
      ],
    ],
  },
  {
    path: `${home}/cards`,
    title: ['CBSE results', 'Matokeo ya CBSE'],
    sentence: ['Published results and report cards of your children.', 'Matokeo na ripoti za watoto wako zilizochapishwa.'],
    sentenceFor: { student: ['Your published results and report cards.', 'Matokeo na ripoti zako zilizochapishwa.'] },
    to: 'own-students:read',
    steps: [
      [
        'Open a child to see each test, and download the report card. Its code can be checked by anyone under “Verify”.',
        'Fungua mtoto uone kila jaribio, na upakue ripoti. Msimbo wake unaweza kuthibitishwa na yeyote chini ya “Thibitisha”.',
      ],
    ],
  },
];
