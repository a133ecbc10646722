import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/two-factor';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Two-Factor Authentication', 'Uthibitishaji wa Hatua Mbili'],
    sentence: [
      'A code from an authenticator app at sign-in, for the roles that you choose.',
      'Msimbo kutoka programu ya uthibitishaji wakati wa kuingia, kwa majukumu unayochagua.',
    ],
    to: 'school:run',
    steps: [
      [
        'Set for each role whether the code is required. People set it up at their next sign-in with any authenticator app.',
        'Weka kwa kila jukumu kama msimbo unahitajika. Watu huuweka wanapoingia tena, kwa programu yoyote ya uthibitishaji.',
      ],
      [
        'Recovery codes are shown once, to be printed. Anyone who has lost the phone and the codes is reset under “Set-up status”.',
        'Misimbo ya kurejesha huonyeshwa mara moja, ya kuchapishwa. Aliyepoteza simu na misimbo huwekwa upya chini ya “Hali ya uwekaji”.',
      ],
      [
        '“Sign-in log” lists every sign-in with time, device, and whether a code was used.',
        '“Kumbukumbu ya kuingia” huorodhesha kila kuingia kwa saa, kifaa, na kama msimbo ulitumika.',
      ],
    ],
  },
];
