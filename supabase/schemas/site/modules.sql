-- What the default modules contain. A point that is not built yet is shown as in preparation until it is switched here, without a release.

create table public.modules (
  key text primary key check (key ~ '^[a-z]+(-[a-z]+)*$'),
  name text not null check (length(btrim(name)) between 1 and 80),
  category text not null check (category in ('core', 'academic', 'admin', 'communication')),
  versions public.product_category[] not null check (cardinality(versions) > 0),
  position integer not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);
comment on table public.modules is 'The default modules: part of every licence of the listed versions.';

create table public.module_points (
  id uuid primary key default gen_random_uuid(),
  module text not null references public.modules (key) on delete cascade,
  position integer not null,
  text text not null check (length(btrim(text)) between 1 and 160),
  is_ready boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  unique (module, text)
);
comment on column public.module_points.is_ready is 'False: the public pages say "In preparation".';

alter table public.modules enable row level security;
alter table public.module_points enable row level security;
grant select on public.modules, public.module_points to anon, authenticated;
grant update (is_ready) on public.module_points to authenticated;

create policy "Everyone reads what the product contains" on public.modules for select to anon, authenticated using (true);
create policy "Everyone reads what is ready" on public.module_points for select to anon, authenticated using (true);
create policy "Super admins switch what is ready" on public.module_points for update to authenticated
  using ((select private.may('content:write'))) with check ((select private.may('content:write')));

create trigger audit after update on public.module_points for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.module_points for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.module_points for each statement execute function private.require_publisher_to_write();

insert into public.modules (key, name, category, versions, position, translations) values
  ('student-records', 'Student Records', 'core', '{saas,standalone}', 10, '{"sw": {"name": "Rekodi za wanafunzi"}}'),
  ('admission-portal', 'Admission Portal', 'core', '{saas,standalone}', 20, '{"sw": {"name": "Tovuti ya udahili"}}'),
  ('classes-and-streams', 'Classes and Streams', 'core', '{saas,standalone}', 30, '{"sw": {"name": "Madarasa na mikondo"}}'),
  ('sessions-and-terms', 'Sessions and Terms', 'core', '{saas,standalone}', 40, '{"sw": {"name": "Mihula"}}'),
  ('roles-and-permissions', 'Roles and Permissions', 'core', '{saas,standalone}', 50, '{"sw": {"name": "Majukumu na ruhusa"}}'),
  ('subjects-and-learning-areas', 'Subjects and Learning Areas', 'academic', '{saas,standalone}', 60, '{"sw": {"name": "Masomo na maeneo ya kujifunza"}}'),
  ('cbc-assessment', 'CBC Assessment', 'academic', '{saas,standalone}', 70, '{"sw": {"name": "Tathmini ya CBC"}}'),
  ('examinations-and-marks', 'Examinations and Marks', 'academic', '{saas,standalone}', 80, '{"sw": {"name": "Mitihani na alama"}}'),
  ('report-forms', 'Report Cards', 'academic', '{saas,standalone}', 90, '{"sw": {"name": "Ripoti za wanafunzi"}}'),
  ('timetable', 'Timetable', 'academic', '{saas,standalone}', 100, '{"sw": {"name": "Ratiba ya masomo"}}'),
  ('homework-and-assignments', 'Homework and Assignments', 'academic', '{saas,standalone}', 110, '{"sw": {"name": "Kazi za nyumbani"}}'),
  ('lesson-plans', 'Lesson Plans', 'academic', '{saas,standalone}', 120, '{"sw": {"name": "Mipango ya masomo"}}'),
  ('resource-library', 'Resource Library', 'academic', '{saas,standalone}', 130, '{"sw": {"name": "Maktaba ya nyenzo"}}'),
  ('student-attendance', 'Student Attendance', 'academic', '{saas,standalone}', 140, '{"sw": {"name": "Mahudhurio ya wanafunzi"}}'),
  ('fees-and-invoicing', 'Fees and Invoicing', 'admin', '{saas,standalone}', 150, '{"sw": {"name": "Karo na ankara"}}'),
  ('income-and-expenses', 'Income and Expenses', 'admin', '{saas,standalone}', 160, '{"sw": {"name": "Mapato na matumizi"}}'),
  ('staff-and-payroll', 'Staff and Payroll', 'admin', '{saas,standalone}', 170, '{"sw": {"name": "Wafanyakazi na mishahara"}}'),
  ('certificates-and-id-cards', 'Certificates and ID Cards', 'admin', '{saas,standalone}', 180, '{"sw": {"name": "Vyeti na vitambulisho"}}'),
  ('hostel', 'Hostel', 'admin', '{saas,standalone}', 190, '{"sw": {"name": "Bweni"}}'),
  ('transport', 'Transport', 'admin', '{saas,standalone}', 200, '{"sw": {"name": "Usafiri"}}'),
  ('sms-email-and-notices', 'SMS, Email and Notices', 'communication', '{saas,standalone}', 210, '{"sw": {"name": "SMS, barua pepe na matangazo"}}'),
  ('front-office', 'Front Office', 'communication', '{standalone}', 220, '{"sw": {"name": "Mapokezi"}}'),
  ('inventory-and-stores', 'Inventory and Stores', 'admin', '{standalone}', 230, '{"sw": {"name": "Bohari na vifaa"}}'),
  ('backup-and-updates', 'Backup and Updates', 'core', '{standalone}', 240, '{"sw": {"name": "Nakala rudufu na masasisho"}}');

insert into public.module_points (module, position, text, is_ready, translations) values
  ('student-records', 10, 'One record per student, with the classes they were in', true, '{"sw": {"text": "Rekodi moja kwa kila mwanafunzi, pamoja na madarasa aliyosoma"}}'),
  ('student-records', 20, 'Guardians and their contacts', true, '{"sw": {"text": "Wazazi na walezi pamoja na mawasiliano yao"}}'),
  ('student-records', 30, 'Health, behaviour and other notes, each with who may see it', true, '{"sw": {"text": "Maelezo ya afya, nidhamu na mengine, kila moja na wanaoruhusiwa kuliona"}}'),
  ('student-records', 40, 'Documents of a student', true, '{"sw": {"text": "Hati za mwanafunzi"}}'),
  ('student-records', 50, 'Import from a spreadsheet', true, '{"sw": {"text": "Kuingiza kutoka kwenye lahajedwali"}}'),
  ('student-records', 60, 'UPI and assessment numbers', false, '{"sw": {"text": "Nambari za UPI na za tathmini"}}'),
  ('student-records', 70, 'Siblings seen together', false, '{"sw": {"text": "Ndugu kuonekana pamoja"}}'),
  ('student-records', 80, 'Clearance before leaving', false, '{"sw": {"text": "Idhini ya kuondoka shuleni"}}'),
  ('admission-portal', 10, 'Parents apply online and upload documents', false, '{"sw": {"text": "Wazazi wanaomba mtandaoni na kupakia hati"}}'),
  ('admission-portal', 20, 'Interviews, offers and admission in one list', false, '{"sw": {"text": "Mahojiano, nafasi na udahili katika orodha moja"}}'),
  ('admission-portal', 30, 'An applicant becomes a student in one step', false, '{"sw": {"text": "Mwombaji anakuwa mwanafunzi kwa hatua moja"}}'),
  ('classes-and-streams', 10, 'Classes from pre-primary to Grade 12 and Form 4', true, '{"sw": {"text": "Madarasa kutoka chekechea hadi Gredi ya 12 na Kidato cha 4"}}'),
  ('classes-and-streams', 20, 'A class for each stream, with its class teacher and room', true, '{"sw": {"text": "Darasa kwa kila mkondo, pamoja na mwalimu wa darasa na chumba chake"}}'),
  ('classes-and-streams', 30, 'Several campuses', true, '{"sw": {"text": "Kampasi kadhaa"}}'),
  ('classes-and-streams', 40, 'Promotion of a whole class in one step', false, '{"sw": {"text": "Kupandisha darasa zima kwa hatua moja"}}'),
  ('sessions-and-terms', 10, 'Terms with opening and closing dates', true, '{"sw": {"text": "Mihula yenye tarehe za kufungua na kufunga"}}'),
  ('sessions-and-terms', 20, 'Fees, marks and reports follow the term', true, '{"sw": {"text": "Karo, alama na ripoti zinafuata muhula"}}'),
  ('sessions-and-terms', 30, 'Half-term dates', false, '{"sw": {"text": "Tarehe za mapumziko ya katikati ya muhula"}}'),
  ('roles-and-permissions', 10, 'Administrators, teachers, office, parents and students each see their part', true, '{"sw": {"text": "Wasimamizi, walimu, ofisi, wazazi na wanafunzi kila mmoja anaona sehemu yake"}}'),
  ('roles-and-permissions', 20, 'Licensing per school, never per user', true, '{"sw": {"text": "Leseni ni kwa shule, kamwe si kwa mtumiaji"}}'),
  ('roles-and-permissions', 30, 'A log of every change', true, '{"sw": {"text": "Kumbukumbu ya kila badiliko"}}'),
  ('roles-and-permissions', 40, 'Rights to see, add, change or delete, module by module', false, '{"sw": {"text": "Ruhusa za kuona, kuongeza, kubadilisha au kufuta, moduli kwa moduli"}}'),
  ('subjects-and-learning-areas', 10, 'CBC learning areas beside 8-4-4 subjects', true, '{"sw": {"text": "Maeneo ya kujifunza ya CBC pamoja na masomo ya 8-4-4"}}'),
  ('subjects-and-learning-areas', 20, 'The teachers who take them, class by class', true, '{"sw": {"text": "Walimu wanaoyafundisha, darasa kwa darasa"}}'),
  ('subjects-and-learning-areas', 30, 'Strands and sub-strands', false, '{"sw": {"text": "Mada kuu na mada ndogo"}}'),
  ('cbc-assessment', 10, 'Levels from Exceeding to Below Expectation, from the scores', true, '{"sw": {"text": "Viwango kutoka Kuzidi hadi Chini ya Matarajio, kutokana na alama"}}'),
  ('cbc-assessment', 20, 'Several weighted assessments in a term', true, '{"sw": {"text": "Tathmini kadhaa zenye uzito katika muhula"}}'),
  ('cbc-assessment', 30, 'Rubrics by strand', false, '{"sw": {"text": "Vigezo kwa kila mada kuu"}}'),
  ('cbc-assessment', 40, 'Evidence with a score', false, '{"sw": {"text": "Ushahidi pamoja na alama"}}'),
  ('examinations-and-marks', 10, 'Opening, mid-term and end-term exams with weights', true, '{"sw": {"text": "Mitihani ya mwanzo, katikati na mwisho wa muhula yenye uzito"}}'),
  ('examinations-and-marks', 20, 'Marks entered by subject teachers, on a phone too', true, '{"sw": {"text": "Alama zinazowekwa na walimu wa masomo, hata kwa simu"}}'),
  ('examinations-and-marks', 30, 'Results by class and subject', true, '{"sw": {"text": "Matokeo kwa darasa na somo"}}'),
  ('examinations-and-marks', 40, 'Marks locked when published', false, '{"sw": {"text": "Alama zinafungwa zinapochapishwa"}}'),
  ('report-forms', 10, 'CBC and 8-4-4 report cards as PDF, one student or a class', true, '{"sw": {"text": "Ripoti za CBC na 8-4-4 kama PDF, mwanafunzi mmoja au darasa"}}'),
  ('report-forms', 20, 'Attendance and opening date on the report', true, '{"sw": {"text": "Mahudhurio na tarehe ya kufungua kwenye ripoti"}}'),
  ('report-forms', 30, 'Remarks of class teacher and head', false, '{"sw": {"text": "Maoni ya mwalimu wa darasa na mwalimu mkuu"}}'),
  ('report-forms', 40, 'Ranking where you want it', false, '{"sw": {"text": "Nafasi pale unapotaka"}}'),
  ('report-forms', 50, 'Fee balance on the report', false, '{"sw": {"text": "Salio la karo kwenye ripoti"}}'),
  ('timetable', 10, 'Lessons, rooms and teachers in one week', true, '{"sw": {"text": "Vipindi, vyumba na walimu katika wiki moja"}}'),
  ('timetable', 20, 'A double booking is refused', true, '{"sw": {"text": "Kuweka mara mbili kunakataliwa"}}'),
  ('timetable', 30, 'Everyone sees their own week', true, '{"sw": {"text": "Kila mtu anaona wiki yake"}}'),
  ('homework-and-assignments', 10, 'Work with a due date, for a class', true, '{"sw": {"text": "Kazi yenye tarehe ya mwisho, kwa darasa"}}'),
  ('homework-and-assignments', 20, 'Answers handed in online or on paper', true, '{"sw": {"text": "Majibu yanayowasilishwa mtandaoni au kwa karatasi"}}'),
  ('homework-and-assignments', 30, 'Marks with feedback', true, '{"sw": {"text": "Alama pamoja na maoni"}}'),
  ('homework-and-assignments', 40, 'Parents see what is outstanding', true, '{"sw": {"text": "Wazazi wanaona kinachosalia"}}'),
  ('homework-and-assignments', 50, 'Files with the work', false, '{"sw": {"text": "Faili pamoja na kazi"}}'),
  ('lesson-plans', 10, 'Schemes of work and weekly plans', false, '{"sw": {"text": "Maazimio ya kazi na mipango ya wiki"}}'),
  ('lesson-plans', 20, 'The syllabus covered so far', false, '{"sw": {"text": "Sehemu ya silabasi iliyofundishwa"}}'),
  ('resource-library', 10, 'Notes, past papers and videos by class and subject', false, '{"sw": {"text": "Maelezo, mitihani ya awali na video kwa darasa na somo"}}'),
  ('resource-library', 20, 'The lending desk of the school library', false, '{"sw": {"text": "Dawati la kuazima la maktaba ya shule"}}'),
  ('student-attendance', 10, 'Roll call by day on a phone, without connection too', true, '{"sw": {"text": "Mahudhurio ya kila siku kwa simu, hata bila mtandao"}}'),
  ('student-attendance', 20, 'Reports by class and student', true, '{"sw": {"text": "Ripoti kwa darasa na mwanafunzi"}}'),
  ('student-attendance', 30, 'Parents see it on their dashboard', true, '{"sw": {"text": "Wazazi wanayaona kwenye dashibodi yao"}}'),
  ('student-attendance', 40, 'Roll call by lesson', false, '{"sw": {"text": "Mahudhurio kwa kila kipindi"}}'),
  ('student-attendance', 50, 'SMS home when a student is missing', false, '{"sw": {"text": "SMS nyumbani mwanafunzi asipokuwepo"}}'),
  ('fees-and-invoicing', 10, 'Fees per class and term, invoices and receipts as PDF', true, '{"sw": {"text": "Karo kwa darasa na muhula, ankara na risiti kama PDF"}}'),
  ('fees-and-invoicing', 20, 'Payments by M-Pesa reference, cash, bank or cheque', true, '{"sw": {"text": "Malipo kwa rejeleo la M-Pesa, taslimu, benki au hundi"}}'),
  ('fees-and-invoicing', 30, 'Balances by class and student, with reminders by email', true, '{"sw": {"text": "Salio kwa darasa na mwanafunzi, pamoja na vikumbusho kwa barua pepe"}}'),
  ('fees-and-invoicing', 40, 'Vote heads', false, '{"sw": {"text": "Mafungu ya karo"}}'),
  ('fees-and-invoicing', 50, 'Bursaries and sibling discounts', false, '{"sw": {"text": "Basari na punguzo la ndugu"}}'),
  ('fees-and-invoicing', 60, 'Parents pay by M-Pesa from their dashboard', false, '{"sw": {"text": "Wazazi wanalipa kwa M-Pesa kutoka kwenye dashibodi yao"}}'),
  ('income-and-expenses', 10, 'Petty cash, suppliers and budgets', false, '{"sw": {"text": "Fedha ndogo, wasambazaji na bajeti"}}'),
  ('income-and-expenses', 20, 'The cash book and the closing of a month', false, '{"sw": {"text": "Daftari la fedha na kufunga mwezi"}}'),
  ('staff-and-payroll', 10, 'Staff with job, department and contacts', true, '{"sw": {"text": "Wafanyakazi pamoja na kazi, idara na mawasiliano"}}'),
  ('staff-and-payroll', 20, 'Leave and staff attendance', false, '{"sw": {"text": "Likizo na mahudhurio ya wafanyakazi"}}'),
  ('staff-and-payroll', 30, 'Payslips with PAYE, SHIF, NSSF and housing levy', false, '{"sw": {"text": "Hati za mshahara zenye PAYE, SHIF, NSSF na ushuru wa nyumba"}}'),
  ('certificates-and-id-cards', 10, 'Leaving certificates and transfer letters, numbered and verifiable', false, '{"sw": {"text": "Vyeti vya kuondoka na barua za uhamisho, zenye nambari na zinazothibitishika"}}'),
  ('certificates-and-id-cards', 20, 'Certificates of merit', false, '{"sw": {"text": "Vyeti vya sifa"}}'),
  ('certificates-and-id-cards', 30, 'ID cards', false, '{"sw": {"text": "Vitambulisho"}}'),
  ('hostel', 10, 'Houses, dormitories and beds', false, '{"sw": {"text": "Nyumba, mabweni na vitanda"}}'),
  ('hostel', 20, 'Boarding lists, exeats and who is in tonight', false, '{"sw": {"text": "Orodha za bweni, ruhusa za kutoka na walioko usiku wa leo"}}'),
  ('transport', 10, 'Routes, stages, vehicles and drivers', false, '{"sw": {"text": "Njia, vituo, magari na madereva"}}'),
  ('transport', 20, 'Fares by stage on the invoice', false, '{"sw": {"text": "Nauli kwa kituo kwenye ankara"}}'),
  ('sms-email-and-notices', 10, 'Notices to the school, a class or a role, now or later', true, '{"sw": {"text": "Matangazo kwa shule, darasa au jukumu, sasa au baadaye"}}'),
  ('sms-email-and-notices', 20, 'Fee reminders by email to everyone with a balance', true, '{"sw": {"text": "Vikumbusho vya karo kwa barua pepe kwa kila mwenye salio"}}'),
  ('sms-email-and-notices', 30, 'SMS', false, '{"sw": {"text": "SMS"}}'),
  ('sms-email-and-notices', 40, 'Delivery recorded for each parent', false, '{"sw": {"text": "Uwasilishaji unaorekodiwa kwa kila mzazi"}}'),
  ('front-office', 10, 'Visitors and gate passes', false, '{"sw": {"text": "Wageni na pasi za lango"}}'),
  ('front-office', 20, 'Calls and letters in and out', false, '{"sw": {"text": "Simu na barua zinazoingia na kutoka"}}'),
  ('inventory-and-stores', 10, 'Stock received, issued and counted', false, '{"sw": {"text": "Vifaa vinavyopokelewa, kutolewa na kuhesabiwa"}}'),
  ('inventory-and-stores', 20, 'Reorder levels', false, '{"sw": {"text": "Viwango vya kuagiza tena"}}'),
  ('backup-and-updates', 10, 'Backup and restore of database, files and accounts by command', true, '{"sw": {"text": "Nakala rudufu na urejeshaji wa hifadhidata, faili na akaunti kwa amri"}}'),
  ('backup-and-updates', 20, 'Updates installed when it suits the school, each with a way back', true, '{"sw": {"text": "Masasisho yanayowekwa shule inapotaka, kila moja likiweza kurudishwa"}}'),
  ('backup-and-updates', 30, 'Scheduled backups and restore on screen', false, '{"sw": {"text": "Nakala rudufu kwa ratiba na urejeshaji kwenye skrini"}}');
