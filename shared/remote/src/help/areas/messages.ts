import type { HelpArea } from '../helpArea.ts';

export const messages: HelpArea = {
  name: ['Messages', 'Ujumbe'],
  articles: [
    {
      path: '/dashboard/announcements',
      title: ['Announcements', 'Matangazo'],
      sentence: [
        'News for the whole school, for roles or for classes. The people it is for are notified.',
        'Habari za shule nzima, za majukumu au za madarasa. Wanaohusika huarifiwa.',
      ],
      steps: [
        [
          'Press “New announcement”, write it, and choose for whom and from when it is shown.',
          'Bonyeza “Tangazo jipya”, liandike, na uchague la nani na lionyeshwe kuanzia lini.',
        ],
        [
          'Archive what is over: it leaves everybody’s list and can be brought back.',
          'Weka kwenye kumbukumbu lililopita: huondoka kwenye orodha za wote na linaweza kurudishwa.',
        ],
      ],
    },
    {
      path: '/dashboard/notifications',
      title: ['Notifications', 'Arifa'],
      sentence: ['Everything the school told you, newest first.', 'Yote ambayo shule ilikuambia, mapya kwanza.'],
      steps: [
        ['Press one to go where it leads; it is read then.', 'Bonyeza moja kwenda inakoelekeza; huwa imesomwa.'],
        [
          'Your profile has what is sent by email and to your devices as well, by kind, and your quiet hours.',
          'Wasifu wako una kinachotumwa pia kwa barua pepe na kwenye vifaa vyako, kwa aina, na saa zako za utulivu.',
        ],
      ],
    },
    {
      path: '/dashboard/messages',
      title: ['Messages', 'Ujumbe'],
      sentence: [
        'What parents and the teachers of their child write to each other, one conversation for each.',
        'Wanachoandikiana wazazi na walimu wa mtoto wao, mazungumzo moja kwa kila mmoja.',
      ],
      steps: [
        [
          'A parent presses “Message the class teacher” on the child’s card, or “Message” beside another teacher of the child.',
          'Mzazi hubonyeza “Mwandikie mwalimu wa darasa” kwenye kadi ya mtoto, au “Andika ujumbe” kando ya mwalimu mwingine wa mtoto.',
        ],
        [
          'The teacher is notified and answers here. Only a parent of the child and who teaches it now can write.',
          'Mwalimu hupata arifa na hujibu hapa. Mzazi wa mtoto na anayemfundisha sasa pekee ndio wanaoweza kuandika.',
        ],
        [
          'Administrators can read conversations to keep children safe; each reading is in the activity log.',
          'Wasimamizi wanaweza kusoma mazungumzo ili kulinda usalama wa watoto; kila usomaji huandikwa kwenye kumbukumbu za shughuli.',
        ],
      ],
    },
    {
      path: '/dashboard/documents',
      title: ['Documents', 'Nyaraka'],
      sentence: ['Files that the school shares with those whom they concern.', 'Faili ambazo shule inashiriki na wanaohusika.'],
      sentenceFor: {
        parent: [
          'Files that the school shares with you, and those about your children.',
          'Faili ambazo shule inakushirikisha, na zile kuhusu watoto wako.',
        ],
        student: ['Files that the school shares with you, and those about you.', 'Faili ambazo shule inakushirikisha, na zile kukuhusu.'],
      },
      steps: [
        [
          'Press “Download”. Who may share files presses “Share a document” and chooses for whom it is.',
          'Bonyeza “Pakua”. Anayeweza kushiriki faili hubonyeza “Shiriki waraka” na huchagua ni ya nani.',
        ],
      ],
    },
  ],
};
