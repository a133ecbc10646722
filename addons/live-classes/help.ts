import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/live-classes';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Live classes', 'Vipindi vya mtandaoni'],
    sentence: [
      'Lessons of the timetable over Google Meet or Zoom, each with a link of its own.',
      'Vipindi vya ratiba kupitia Google Meet au Zoom, kila kimoja na kiungo chake.',
    ],
    to: 'live-classes:teach',
    steps: [
      [
        'Connect the school’s Zoom account or your Google account under “Accounts”.',
        'Unganisha akaunti ya Zoom ya shule au akaunti yako ya Google chini ya “Akaunti”.',
      ],
      [
        'Choose the lessons that are held live; their meetings are made for you, and follow when a lesson moves or is cancelled.',
        'Chagua vipindi vitakavyofanyika mtandaoni; mikutano yake hutengenezwa kwa ajili yako, na hufuata kipindi kikihamishwa au kughairiwa.',
      ],
      [
        'After the lesson the screen says who joined and for how long, and suggests the register. You confirm it.',
        'Baada ya kipindi skrini husema nani alijiunga na kwa muda gani, na hupendekeza rejista. Wewe huithibitisha.',
      ],
    ],
  },
  {
    path: `${home}/calendar`,
    title: ['Join live classes', 'Kujiunga na vipindi vya mtandaoni'],
    sentence: [
      'When the next live class is, and the link by which the child joins.',
      'Kipindi kijacho cha mtandaoni ni lini, na kiungo ambacho mtoto hujiungia.',
    ],
    sentenceFor: {
      student: [
        'When your next live class is, and the link by which you join.',
        'Kipindi chako kijacho cha mtandaoni ni lini, na kiungo ambacho unajiungia.',
      ],
    },
    to: 'own-students:read',
    steps: [
      [
        'Press “Join” from here: the teacher then knows who came. The link is the child’s own and is not passed on.',
        'Bonyeza “Jiunge” kutoka hapa: mwalimu atajua nani amekuja. Kiungo ni cha mtoto mwenyewe na hakipitishwi kwa wengine.',
      ],
    ],
  },
];
