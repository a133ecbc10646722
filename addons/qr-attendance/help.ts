import type { HelpArticle } from '@masomo/remote/help';

const home = '/dashboard/addons/qr-attendance';

/** What the manual says of the screens, in both languages. */
export const help: readonly HelpArticle[] = [
  {
    path: home,
    title: ['Attendance at the gate', 'Mahudhurio langoni'],
    sentence: [
      'Who has arrived, when, and who has not been seen, from codes that are scanned at the gate.',
      'Nani amefika, saa ngapi, na nani hajaonekana, kutokana na misimbo inayoskaniwa langoni.',
    ],
    to: 'attendance:take',
    steps: [
      [
        'Issue and print cards by class under “Cards”, also for staff. A lost card is replaced and the old one stops working.',
        'Toa na uchapishe kadi kwa darasa chini ya “Kadi”, hata za wafanyakazi. Kadi iliyopotea hubadilishwa na ya zamani huacha kufanya kazi.',
      ],
      [
        '“Scan at the gate” works on any phone with a camera, and without a line: scans wait and are sent later.',
        '“Skani langoni” hufanya kazi kwenye simu yoyote yenye kamera, hata bila mtandao: skani husubiri na kutumwa baadaye.',
      ],
      [
        'Anyone who arrives after the time in “Settings” is late in the register; families are told if you choose so.',
        'Anayefika baada ya saa iliyo kwenye “Mipangilio” huandikwa amechelewa; familia huarifiwa ukichagua hivyo.',
      ],
    ],
  },
  {
    path: `${home}/codes`,
    title: ['Code for the gate', 'Msimbo wa langoni'],
    sentence: [
      'The code of each of your children, to show at the gate when the card is at home.',
      'Msimbo wa kila mtoto wako, wa kuonyesha langoni kadi ikiwa nyumbani.',
    ],
    sentenceFor: {
      student: ['Your code, to show at the gate when the card is at home.', 'Msimbo wako wa kuonyesha langoni kadi ikiwa nyumbani.'],
    },
    to: 'own-students:read',
    steps: [
      [
        'Make the screen bright and hold it in front of the camera at the gate.',
        'Ongeza mwangaza wa skrini na uishikilie mbele ya kamera ya langoni.',
      ],
    ],
  },
];
