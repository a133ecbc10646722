import type { HelpArea } from '../helpArea.ts';

export const school: HelpArea = {
  name: ['School and settings', 'Shule na mipangilio'],
  articles: [
    {
      path: '/dashboard',
      title: ['Dashboard', 'Dashibodi'],
      sentence: ['What waits for you today and how things stand, on live data.', 'Kinachokusubiri leo na hali ilivyo, kwa data ya sasa.'],
      steps: [
        [
          'Beside everything that waits is the button that deals with it. A number in a card leads to its list.',
          'Kila mstari unaosubiri una suluhisho kando yake. Nambari kwenye kadi inaelekeza kwenye orodha yake.',
        ],
        [
          'Press Ctrl K (⌘K on a Mac) anywhere to find people, screens, orders, pages and invoices by typing.',
          'Bonyeza Ctrl K (⌘K kwenye Mac) popote kupata watu, skrini, maagizo, kurasa na ankara kwa kuandika.',
        ],
      ],
    },
    {
      path: '/dashboard/profile',
      title: ['Profile', 'Wasifu'],
      sentence: [
        'Your name and phone, your password, the second step, and what is sent to you.',
        'Jina na simu yako, nenosiri, hatua ya pili, na kinachotumwa kwako.',
      ],
      steps: [
        [
          'Set up the second step with an authenticator app, and keep the recovery codes away from your phone.',
          'Weka hatua ya pili kwa programu ya uthibitishaji, na uhifadhi misimbo ya urejeshaji mbali na simu yako.',
        ],
        [
          'Under “Messages” choose by kind what comes by email and to this device, and your quiet hours.',
          'Chini ya “Ujumbe” chagua kwa aina kinachokuja kwa barua pepe na kwenye kifaa hiki, na saa zako za utulivu.',
        ],
        [
          'Where you are signed in is listed at the end: end what you do not know, and change your password.',
          'Ulikoingia kumeorodheshwa mwishoni: maliza usichokijua, na ubadilishe nenosiri lako.',
        ],
      ],
    },
    {
      path: '/dashboard/school',
      title: ['School', 'Shule'],
      to: 'school:edit-own',
      sentence: [
        'The profile of your school, its terms, campuses, subjects and grading.',
        'Wasifu wa shule yako, mihula, kampasi, masomo na upangaji wa madaraja.',
      ],
      steps: [
        [
          'Enter the terms of the year first: registers, fees and marks belong to a term.',
          'Ingiza mihula ya mwaka kwanza: rejista, karo na alama ni za muhula.',
        ],
        [
          'A term that is over can be closed, so that nothing of it changes any more.',
          'Muhula ulioisha unaweza kufungwa, ili chochote chake kisibadilike tena.',
        ],
      ],
    },
    {
      path: '/dashboard/school/plan',
      title: ['Plan and licences', 'Mpango na leseni'],
      to: 'school:edit-own',
      sentence: [
        'What your school has bought, until when, and how full it is.',
        'Shule yako imenunua nini, hadi lini, na imejaa kiasi gani.',
      ],
      steps: [
        [
          'Upgrade or renew here. The price of an upgrade for the days left is shown before you pay.',
          'Panda daraja au huisha hapa. Bei ya kupanda kwa siku zilizobaki huonyeshwa kabla hujalipa.',
        ],
        [
          'A school with its own server enters the key of a licence here; it is checked without a connection.',
          'Shule yenye seva yake huingiza ufunguo wa leseni hapa; hukaguliwa bila muunganisho.',
        ],
      ],
    },
    {
      path: '/dashboard/school/papers',
      title: ['Papers', 'Karatasi'],
      to: 'school:edit-own',
      sentence: [
        'How receipts, invoices, report cards and letters look: head, logo, signature and stamp.',
        'Risiti, ankara, ripoti na barua zinavyoonekana: kichwa, nembo, sahihi na muhuri.',
      ],
      steps: [
        [
          'Change a part and look at the example beside it. Papers that were issued keep the head of their day.',
          'Badilisha sehemu na uangalie mfano kando. Karatasi zilizotolewa hubaki na kichwa cha siku yake.',
        ],
      ],
    },
    {
      path: '/dashboard/school/privacy',
      title: ['Data requests', 'Maombi ya data'],
      to: 'school:edit-own',
      sentence: [
        'What families ask about their data, and by when each must be answered.',
        'Familia zinachouliza kuhusu data yao, na kila ombi lijibiwe lini.',
      ],
      steps: [
        [
          'Enter a request on the day it comes. Access is due in 7 days, correction and erasure in 14, portability in 30.',
          'Ingiza ombi siku linapofika. Ufikiaji ni siku 7, masahihisho na ufutaji siku 14, uhamishaji siku 30.',
        ],
        [
          'Answer from here: the student’s file is made for you, and what was answered stays on record.',
          'Jibu kutoka hapa: faili la mwanafunzi hutengenezwa, na jibu hubaki kwenye rekodi.',
        ],
      ],
    },
    {
      path: '/dashboard/school/breaches',
      title: ['Breaches', 'Ukiukaji'],
      to: 'school:edit-own',
      sentence: [
        'Incidents in which data came into wrong hands or were lost, and who was told.',
        'Matukio ambapo data iliangukia mikono isiyofaa au ilipotea, na nani aliarifiwa.',
      ],
      steps: [
        [
          'Record it as soon as it is known. The commissioner must be told within 72 hours; the list counts down.',
          'Irekodi mara tu inapojulikana. Kamishna lazima aarifiwe ndani ya saa 72; orodha huhesabu muda.',
        ],
      ],
    },
    {
      path: '/dashboard/school/processing',
      title: ['Processing register', 'Rejista ya uchakataji'],
      to: 'school:edit-own',
      sentence: [
        'What data your school keeps about whom, why, and for how long. It follows what is switched on.',
        'Data gani shule yako inaweka kuhusu nani, kwa nini, na kwa muda gani. Hufuata kilichowashwa.',
      ],
      steps: [['Print it when the authority asks for it.', 'Ichape mamlaka inapoiomba.']],
    },
    {
      path: '/dashboard/school/log',
      title: ['Activity log', 'Kumbukumbu ya shughuli'],
      to: 'school:edit-own',
      sentence: ['Who changed what at your school, and when.', 'Nani alibadilisha nini shuleni kwako, na lini.'],
      steps: [
        [
          'Filter by person, kind and day; each line opens to what was there before.',
          'Chuja kwa mtu, aina na siku; kila mstari hufunguka kuonyesha kilichokuwepo awali.',
        ],
      ],
    },
    {
      path: '/dashboard/settings',
      title: ['Settings', 'Mipangilio'],
      sentence: [
        'How the product looks and works, for you and, if you run the school, for everyone in it.',
        'Bidhaa inavyoonekana na kufanya kazi, kwako na, unapoiendesha, kwa shule.',
      ],
      steps: [
        [
          'Light and dark colours are kept in this browser; the language follows you everywhere.',
          'Rangi nyepesi na nyeusi huhifadhiwa kwenye kivinjari hiki; lugha hukufuata popote.',
        ],
      ],
    },
  ],
};
