import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/android-app';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['App of the school', 'Programu ya shule'],
    sentence: [
      'Your school as an app on phones, with its own name, crest and colours.',
      'Shule yako kama programu kwenye simu, kwa jina, nembo na rangi zake.',
    ],
    steps: [
      [
        'Open this screen on the phone and press “Install”; on an iPhone use “Add to Home Screen” in the share menu.',
        'Fungua skrini hii kwenye simu na ubonyeze “Sakinisha”; kwenye iPhone tumia “Add to Home Screen” katika menyu ya kushiriki.',
      ],
      [
        'Under “Settings” an administrator sets the name below the icon, the colours, and with which screen the app opens for whom.',
        'Chini ya “Mipangilio” msimamizi huweka jina chini ya ikoni, rangi, na skrini ambayo programu hufungua kwa nani.',
      ],
      [
        '“Play Store” makes the project of an app for the Play Store, which is signed and sent in with the school’s own account.',
        '“Play Store” hutengeneza mradi wa programu ya Play Store, ambao hutiwa sahihi na kutumwa kwa akaunti ya shule yenyewe.',
      ],
    ],
  },
];
