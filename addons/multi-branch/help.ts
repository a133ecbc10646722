import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/multi-branch';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Branches', 'Matawi'],
    sentence: [
      'Campuses with fees, registers and staff of their own, and reports over all of them.',
      'Kampasi zenye karo, rejista na wafanyakazi wao wenyewe, na ripoti za zote.',
    ],
    to: 'school:work',
    steps: [
      [
        '“Open branch” gives a campus fees, registers and staff of its own. Its staff see its students alone; directors see all.',
        '“Fungua tawi” huipa kampasi karo, rejista na wafanyakazi wake yenyewe. Wafanyakazi wake huona wanafunzi wake tu; wakurugenzi huona wote.',
      ],
      ['“Switch” beside a branch takes you there, without signing in again.', '“Hamia” kando ya tawi hukupeleka huko, bila kuingia tena.'],
      [
        '“Family fees” takes one payment for children at several branches; “Between branches” says which branch owes another.',
        '“Karo za familia” hupokea malipo moja kwa watoto wa matawi kadhaa; “Kati ya matawi” husema tawi lipi linadaiwa na jingine.',
      ],
    ],
  },
];
