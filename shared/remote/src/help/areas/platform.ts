import type { HelpArea } from '../helpArea.ts';

export const platform: HelpArea = {
  name: ['Platform', 'Jukwaa'],
  articles: [
    {
      path: '/dashboard/super-admin',
      title: ['Super Admin', 'Msimamizi mkuu'],
      to: 'platform:read',
      sentence: ['The platform at a glance: schools, people and subscriptions.', 'Jukwaa kwa mtazamo: shule, watu na usajili.'],
      steps: [['Each card leads to its list.', 'Kila kadi inaelekeza kwenye orodha yake.']],
    },
    {
      path: '/dashboard/super-admin/releases',
      title: ['Releases', 'Matoleo'],
      to: 'platform:read',
      sentence: [
        'Which version of each part is live, how it does in browsers, and how to go back.',
        'Toleo lipi la kila sehemu liko hewani, linavyofanya kwenye vivinjari, na namna ya kurudi.',
      ],
      steps: [
        [
          'Going back takes a second and needs no build. Open tabs follow at their next navigation.',
          'Kurudi huchukua sekunde moja bila ujenzi mpya. Vichupo vilivyo wazi hufuata kwenye urambazaji unaofuata.',
        ],
      ],
    },
    {
      path: '/dashboard/super-admin/jobs',
      title: ['Jobs', 'Kazi za mfumo'],
      to: 'platform:read',
      sentence: [
        'Longer work that runs by itself: imports, batches of papers, exports, deletions.',
        'Kazi ndefu zinazoendeshwa zenyewe: uletaji, karatasi nyingi, uhamishaji, ufutaji.',
      ],
      steps: [
        [
          'A job that fails is tried again with growing pauses. Read its reason, then try again or cancel it.',
          'Kazi inayoshindwa hujaribiwa tena kwa mapumziko yanayoongezeka. Soma sababu, kisha jaribu tena au uighairi.',
        ],
      ],
    },
    {
      path: '/dashboard/schools',
      title: ['Schools', 'Shule'],
      to: 'school:write',
      sentence: ['Every school on the platform.', 'Kila shule kwenye jukwaa.'],
      steps: [
        [
          'Press “Add school”, or open one for its plan, people and use.',
          'Bonyeza “Ongeza shule”, au fungua moja kwa mpango, watu na matumizi yake.',
        ],
        [
          'Children’s records of a school open only with a reason and for a limited time; the school sees it.',
          'Rekodi za watoto wa shule hufunguka tu kwa sababu na kwa muda mfupi; shule huona hilo.',
        ],
      ],
    },
    {
      path: '/dashboard/users',
      title: ['Users', 'Watumiaji'],
      to: 'user:read',
      sentence: ['Accounts, their roles and their schools.', 'Akaunti, majukumu yake na shule zake.'],
      steps: [
        [
          'Invite a person, change a role, reset an authenticator or deactivate an account, each with a reason.',
          'Alika mtu, badilisha jukumu, weka upya programu ya uthibitishaji au zima akaunti, kila moja kwa sababu.',
        ],
        [
          '“Activity log” shows who changed what on the whole platform.',
          '“Kumbukumbu ya shughuli” huonyesha nani alibadilisha nini kwenye jukwaa lote.',
        ],
      ],
    },
    {
      path: '/dashboard/support',
      title: ['Support', 'Usaidizi'],
      to: 'ticket:answer',
      sentence: ['Tickets from the website and from schools.', 'Tiketi kutoka tovuti na kutoka shule.'],
      steps: [
        [
          'Take a ticket, reply from it, or write a note that only your colleagues see. The number in the menu counts open ones.',
          'Chukua tiketi, jibu kutoka kwayo, au andika maelezo ambayo wenzako tu wanaona. Nambari kwenye menyu inahesabu zilizo wazi.',
        ],
      ],
    },
    {
      path: '/dashboard/analytics',
      title: ['Platform analytics', 'Takwimu za jukwaa'],
      to: 'platform:read',
      sentence: ['Growth, revenue and use of the platform, by month.', 'Ukuaji, mapato na matumizi ya jukwaa, kwa mwezi.'],
      steps: [['“Show as table” gives the numbers of a chart.', '“Onyesha kama jedwali” hutoa nambari za chati.']],
    },
  ],
};
