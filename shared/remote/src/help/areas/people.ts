import type { HelpArea } from '../helpArea.ts';

export const people: HelpArea = {
  name: ['People', 'Watu'],
  articles: [
    {
      path: '/dashboard/students',
      title: ['Students', 'Wanafunzi'],
      sentence: [
        'Everyone who is or was taught at your school: who they are, their class, their guardians and their file.',
        'Kila anayefundishwa au aliyefundishwa shuleni: ni nani, darasa lake, wazazi na walezi wake na faili lake.',
      ],
      steps: [
        [
          'Press “Add student” for one student. The admission number is the account number that families give when they pay.',
          'Bonyeza “Ongeza mwanafunzi” kwa mwanafunzi mmoja. Nambari ya udahili ndiyo nambari ya akaunti ambayo familia hutaja zinapolipa.',
        ],
        [
          'Press a row to open the student: class, guardians, attendance, marks, fees and records are on one page.',
          'Bonyeza safu kumfungua mwanafunzi: darasa, wazazi na walezi, mahudhurio, alama, karo na rekodi ziko kwenye ukurasa mmoja.',
        ],
        [
          'A student who goes is marked as left and stays in the lists of former students; nothing is deleted.',
          'Mwanafunzi anayeondoka huwekwa alama ya kuondoka na hubaki kwenye orodha ya waliokuwepo; hakuna kinachofutwa.',
        ],
        [
          'To change many at once, tick their boxes: the actions appear above the list.',
          'Kubadilisha wengi kwa pamoja, weka alama kwenye visanduku vyao: vitendo hutokea juu ya orodha.',
        ],
      ],
    },
    {
      path: '/dashboard/students/import',
      title: ['Import students', 'Leta wanafunzi'],
      to: 'student:write',
      sentence: [
        'Brings students, or their guardians, from a CSV file or a workbook, and shows every fault before anything is saved.',
        'Huleta wanafunzi, au wazazi na walezi wao, kutoka faili ya CSV au kitabu cha kazi, na huonyesha kila kosa kabla ya kuhifadhi.',
      ],
      steps: [
        [
          'Choose the file. Say what each column is where the product could not tell.',
          'Chagua faili. Sema kila safu wima ni nini pale bidhaa isipotambua.',
        ],
        [
          'Read the preview: it names every fault of every row. Correct the file, or download the faulty rows alone.',
          'Soma onyesho la awali: linataja kila kosa la kila safu. Sahihisha faili, au pakua safu zenye makosa pekee.',
        ],
        [
          'Confirm. The import can be undone within 24 hours; rows with payments, marks or registers stay and are named.',
          'Thibitisha. Uletaji unaweza kutenduliwa ndani ya saa 24; safu zenye malipo, alama au mahudhurio hubaki na hutajwa.',
        ],
      ],
    },
    {
      path: '/dashboard/staff',
      title: ['Staff', 'Wafanyakazi'],
      sentence: [
        'Teachers and staff of your school, and who of them has an account to sign in with.',
        'Walimu na wafanyakazi wa shule yako, na nani kati yao ana akaunti ya kuingia.',
      ],
      steps: [
        [
          'Press “Add staff member”, then “Invite” to send a link with which the person sets a password.',
          'Bonyeza “Ongeza mfanyakazi”, kisha “Alika” kutuma kiungo ambacho mtu anatumia kuweka nenosiri.',
        ],
        [
          'Under “Accounts” you change roles, or close an account at once when somebody leaves.',
          'Chini ya “Akaunti” unabadilisha majukumu, au kufunga akaunti mara moja mtu anapoondoka.',
        ],
        [
          '“Import” brings the whole staff from a file, with the same preview as for students.',
          '“Leta” huleta wafanyakazi wote kutoka faili, kwa onyesho la awali lile lile la wanafunzi.',
        ],
      ],
    },
    {
      path: '/dashboard/records',
      title: ['Records', 'Rekodi'],
      sentence: [
        'Notes about students: behaviour, health, visits and contacts, each with who may see it.',
        'Maelezo kuhusu wanafunzi: nidhamu, afya, ziara na mawasiliano, kila moja na anayeweza kuliona.',
      ],
      steps: [
        [
          'Press “Add record”, choose the student and the kind, and say who may see it.',
          'Bonyeza “Ongeza rekodi”, chagua mwanafunzi na aina, na useme nani anaweza kuiona.',
        ],
        [
          'A record that no longer matters is archived. It leaves the list and stays in the student’s file.',
          'Rekodi isiyohitajika tena huwekwa kwenye kumbukumbu. Huondoka kwenye orodha na hubaki kwenye faili la mwanafunzi.',
        ],
      ],
    },
    {
      path: '/dashboard/roles',
      title: ['Roles', 'Majukumu'],
      to: 'role:manage',
      sentence: [
        'What people at your school may do. Every school has five roles and may add its own.',
        'Watu wa shule yako wanaweza kufanya nini. Kila shule ina majukumu matano na inaweza kuongeza yake.',
      ],
      steps: [
        [
          'Press “Add role”, base it on one that exists, and tick what it may do. Nobody gives what they may not do themselves.',
          'Bonyeza “Ongeza jukumu”, lijenge juu ya lililopo, na uweke alama kwa yanayoruhusiwa. Hakuna anayetoa ruhusa asiyokuwa nayo.',
        ],
        [
          'Give the role to people under Staff, Accounts. One person can have several.',
          'Wape watu jukumu chini ya Wafanyakazi, Akaunti. Mtu mmoja anaweza kuwa na kadhaa.',
        ],
      ],
    },
  ],
};
