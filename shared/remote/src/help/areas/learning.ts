import type { HelpArea } from '../helpArea.ts';

export const learning: HelpArea = {
  name: ['Learning', 'Masomo'],
  articles: [
    {
      path: '/dashboard/classes',
      title: ['Classes', 'Madarasa'],
      sentence: [
        'The classes of this year with their teacher, room, students, subjects and timetable.',
        'Madarasa ya mwaka huu na mwalimu, chumba, wanafunzi, masomo na ratiba yake.',
      ],
      steps: [
        [
          'Press “Add class” and choose its class teacher: registers and report cards go by that teacher.',
          'Bonyeza “Ongeza darasa” na uchague mwalimu wa darasa: rejista na ripoti za wanafunzi hufuata mwalimu huyo.',
        ],
        [
          'Open a class to give its subjects to teachers and to enter its lessons. A clash of teacher or room is named at once.',
          'Fungua darasa kuwapa walimu masomo na kuingiza vipindi. Mgongano wa mwalimu au chumba hutajwa mara moja.',
        ],
        [
          'From the class you reach its register, its results and the report cards of all its students.',
          'Kutoka darasani unafikia rejista, matokeo na ripoti za wanafunzi wote.',
        ],
      ],
    },
    {
      path: '/dashboard/attendance',
      title: ['Attendance', 'Mahudhurio'],
      sentence: [
        'The register of a class and a day. It works without a connection and is sent when the connection is back.',
        'Rejista ya darasa na siku. Inafanya kazi bila muunganisho na hutumwa muunganisho ukirudi.',
      ],
      steps: [
        [
          'Choose the class and the day. Mark who is absent, late or excused, then mark the remaining students present with one press.',
          'Chagua darasa na siku. Weka alama kwa asiyekuwepo, aliyechelewa au mwenye ruhusa, kisha uwawekee wengine alama ya waliopo.',
        ],
        [
          'Everything is saved as you press. What still waits on this device is shown above the list.',
          'Kila kitu huhifadhiwa unapobonyeza. Kinachosubiri kwenye kifaa hiki huonyeshwa juu ya orodha.',
        ],
        [
          'The number beside Attendance in the menu says how many registers of today are still missing.',
          'Nambari kando ya Mahudhurio kwenye menyu inasema rejista ngapi za leo bado hazijachukuliwa.',
        ],
      ],
    },
    {
      path: '/dashboard/schedule',
      title: ['Schedule', 'Ratiba'],
      sentence: ['Your lessons of this week, by day.', 'Vipindi vyako vya wiki hii, kwa siku.'],
      steps: [
        ['Each lesson leads to the register of its class.', 'Kila kipindi kinaelekeza kwenye rejista ya darasa lake.'],
        [
          'A lesson that is wrong here is put right by an administrator, on the page of the class.',
          'Kipindi chenye kosa hurekebishwa na msimamizi, kwenye ukurasa wa darasa.',
        ],
      ],
    },
    {
      path: '/dashboard/assignments',
      title: ['Assignments', 'Kazi'],
      sentence: [
        'Work you set for your classes, who has handed it in, and what is still to mark.',
        'Kazi unazowapa madarasa yako, nani amewasilisha, na nini bado hakijasahihishwa.',
      ],
      steps: [
        [
          'Press “Set assignment”: class, subject, due day and the most that can be scored. As a draft only you see it.',
          'Bonyeza “Toa kazi”: darasa, somo, siku ya mwisho na alama za juu. Ikiwa rasimu unaiona wewe tu.',
        ],
        [
          'Attach up to ten files, such as a sheet or a picture. Students and parents download them from the work.',
          'Ambatisha hadi faili kumi, kama karatasi ya kazi au picha. Wanafunzi na wazazi huzipakua kutoka kwenye kazi.',
        ],
        [
          'Open it to mark: read the answer and its pages, which can be enlarged and turned, type the score and a comment.',
          'Ifungue kusahihisha: soma jibu na kurasa zake, unazoweza kukuza na kugeuza, kisha andika alama na maoni.',
        ],
        [
          'The number in the menu counts what was handed in and has no mark yet. Archived work does not count.',
          'Nambari kwenye menyu inahesabu kilichowasilishwa bila alama. Kazi zilizo kwenye kumbukumbu hazihesabiwi.',
        ],
      ],
    },
    {
      path: '/dashboard/grades',
      title: ['Grades', 'Alama'],
      sentence: [
        'The gradebook of a class and subject: one row per student, one column per assessment.',
        'Kitabu cha alama cha darasa na somo: safu moja kwa mwanafunzi, safu wima moja kwa tathmini.',
      ],
      steps: [
        [
          'Type as in a spreadsheet: arrows and Enter move, a column can be pasted. A mark is saved when you leave its cell.',
          'Andika kama kwenye lahajedwali: mishale na Enter husogeza, safu wima inaweza kubandikwa. Alama huhifadhiwa ukiondoka kwenye seli.',
        ],
        [
          'Type ab for a student who was absent and ex for one who is exempt. Under School an administrator decides whether absent counts as 0.',
          'Andika ab kwa mwanafunzi ambaye hakuwepo na ex kwa aliyesamehewa. Chini ya Shule msimamizi huamua kama kutokuwepo huhesabiwa kama 0.',
        ],
        [
          'A mark that is refused stays in its cell with the reason. Put it right before you go on.',
          'Alama iliyokataliwa hubaki kwenye seli pamoja na sababu. Irekebishe kabla ya kuendelea.',
        ],
        [
          'Without a connection marks wait on this device and are sent later. If a colleague changed one in the meantime, you choose.',
          'Bila muunganisho alama husubiri kwenye kifaa hiki na hutumwa baadaye. Mwenzako akiibadilisha, wewe unachagua.',
        ],
      ],
    },
    {
      path: '/dashboard/reports',
      title: ['Reports', 'Ripoti'],
      sentence: [
        'Attendance, results and fees of your school over a period, as chart and table, to print or to take along as a file.',
        'Mahudhurio, matokeo na karo za shule yako kwa kipindi, kama chati na jedwali, kuchapa au kuchukua kama faili.',
      ],
      steps: [
        ['Choose the period and the class; the chart and the table below follow.', 'Chagua kipindi na darasa; chati na jedwali hufuata.'],
        [
          '“Show as table” gives the numbers of a chart; the export gives what your filters select.',
          '“Onyesha kama jedwali” hutoa nambari za chati; uhamishaji hutoa kilichochaguliwa na vichujio vyako.',
        ],
      ],
    },
  ],
};
