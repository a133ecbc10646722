import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/behaviour-records';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Behaviour', 'Nidhamu'],
    sentence: [
      'Merits and incidents with points, and what is done about them until when.',
      'Pongezi na matukio pamoja na pointi, na nini kinafanywa kuyahusu hadi lini.',
    ],
    to: 'behaviour:record',
    steps: [
      [
        '“Record” takes one or several students, a category and what happened. A follow-up has a day and a person.',
        '“Rekodi” huchukua mwanafunzi mmoja au kadhaa, kundi na kilichotokea. Ufuatiliaji una siku na mtu.',
      ],
      [
        'A follow-up that is due is counted beside the menu entry until it is closed with its outcome.',
        'Ufuatiliaji ambao siku yake imefika huhesabiwa kando ya menyu hadi ufungwe kwa matokeo yake.',
      ],
      ['Families see an entry once you share it, never before.', 'Familia huona ingizo baada ya wewe kulishiriki, si kabla.'],
    ],
  },
  {
    path: `${home}/shared`,
    title: ['What the school shared', 'Shule ilichoshiriki'],
    sentence: [
      'Merits and incidents of your children that the school shared with you.',
      'Pongezi na matukio ya watoto wako ambayo shule imekushirikisha.',
    ],
    sentenceFor: {
      student: ['Your merits and incidents that the school shared with you.', 'Pongezi na matukio yako ambayo shule imekushirikisha.'],
    },
    to: 'own-students:read',
    steps: [
      [
        'Each says when it was and what was agreed. Ask the school about anything that is not clear.',
        'Kila moja husema ilikuwa lini na kilichokubaliwa. Iulize shule kuhusu lolote ambalo si wazi.',
      ],
    ],
  },
];
