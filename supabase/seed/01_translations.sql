-- The public site's content in Swahili. A text that an editor has changed since it was installed is left to its translator.
update public.faqs f set translations = jsonb_build_object('sw', jsonb_build_object('question', sw.question, 'answer', sw.answer))
from (values
  ('faq', 'What does the system do for a school?', 'Mfumo huu unaifanyia shule nini?', 'Unaweka pamoja wanafunzi, madarasa, mahudhurio, mitihani, ripoti za wanafunzi, karo na wafanyakazi, na kumpa kila mtu sehemu anayoihitaji: ofisi, mwalimu, mzazi na mwanafunzi. Kinachoandaliwa bado, kama bweni na usafiri, kimewekewa alama kwenye ukurasa wa vipengele.'),
  ('faq', 'Which schools is it made for?', 'Umetengenezewa shule zipi?', 'Shule za msingi na za sekondari, vyuo na vyuo vikuu. Unaelewa maeneo ya kujifunza na viwango vya CBC pamoja na masomo na wastani wa 8-4-4, na tarehe za mihula unaziweka mwenyewe.'),
  ('faq', 'What is the difference between SaaS and Standalone?', 'Kuna tofauti gani kati ya SaaS na Standalone?', 'SaaS iko kwenye wingu letu: hakuna cha kusakinisha, unalipa kwa muhula, na ina moduli 21. Standalone iko kwenye seva yako kwa leseni ya mwaka, ikiwa na moduli 24; unaweza kuongeza seva ya kukodi na anwani yako. Moduli inayoandaliwa imewekewa alama kwenye ukurasa wa vipengele. Zote mbili zinasaidiwa na watu walewale.'),
  ('faq', 'Can I see it before I decide?', 'Naweza kuuona kabla ya kuamua?', 'Ndiyo. Matoleo yote mawili yana onyesho la mtandaoni kwa majukumu sita, na tunatoa maonyesho ya dakika 45-60 yanayofuata maswali yako. Ukiomba, tunawasiliana nawe ndani ya saa 24.'),
  ('faq', 'How does the free trial work?', 'Majaribio ya bila malipo hufanyaje kazi?', 'Unatumia toleo la SaaS kwa mwezi 1 bila kadi. Kila ulichoingiza kinabaki ukijisajili kwenye mpango. Standalone ina maonyesho badala ya majaribio.'),
  ('faq', 'How many users may we have?', 'Tunaweza kuwa na watumiaji wangapi?', 'Wengi kadiri mtakavyo katika kila mpango. Mipango inatofautiana kwa idadi ya wanafunzi: Starter hadi 200, Bronze hadi 400, Silver hadi 700 na Gold hadi 1,500.'),
  ('faq', 'Can several schools share one account?', 'Je, shule kadhaa zinaweza kutumia akaunti moja?', 'Kampasi kadhaa za shule moja zinaweza, kwa ofisi moja na vitabu vya pamoja: Silver ina hadi kampasi 2. Shule za kundi kila moja ina rekodi na watumiaji wake ambao nyingine haioni.'),
  ('faq', 'How reliable is the service?', 'Huduma inategemeka kiasi gani?', 'Lengo letu ni kupatikana 99.9% ya kila mwezi. Nakala rudufu ya data hufanywa kila siku, na kazi iliyopangwa hutangazwa na kufanywa nje ya saa za shule.'),
  ('faq', 'What does our server need?', 'Seva yetu inahitaji nini?', 'Angalau GB 4 za kumbukumbu, GB 50 za hifadhi na Node.js 20.19 au mpya zaidi; hifadhidata yake, PostgreSQL, inakuja nayo. Seva iliyo kwenye mtandao wa shule au ya kukodi inatosha.'),
  ('faq', 'How long does deployment take?', 'Kuweka mfumo huchukua muda gani?', 'Wiki moja hadi mbili, tangu agizo liliposainiwa hadi mtu wa kwanza anapoingia, pamoja na kusakinisha, kuweka madarasa na karo yenu, na mafunzo.'),
  ('faq', 'What does the yearly licence include?', 'Leseni ya mwaka ina nini?', 'Programu yenye moduli zake 24, zinazoandaliwa zikiongezwa zinapokamilika, na masasisho ya maisha. Advanced inaongeza usaidizi wa miezi 12; Premium inaongeza usaidizi wa kipaumbele wa miezi 24 na seva ya miezi 12. Ada ya matunzo ya mwaka ni 15% ya gharama ya leseni.'),
  ('faq', 'Does it work without internet?', 'Je, unafanya kazi bila intaneti?', 'Ndani ya mtandao wa shule, ndiyo: seva inajibu hata laini ikikatika. Vinavyohitaji nje, kama barua pepe, husubiri na kutumwa laini inaporudi.'),
  ('faq', 'How can we pay?', 'Tunaweza kulipa vipi?', 'Kwa M-Pesa, kadi au kuhamisha pesa benki. Bei ziko kwa shilingi za Kenya na zina VAT ya 16%; kiasi cha dola huonyeshwa kwa makadirio kwa kiwango cha siku.'),
  ('faq', 'Is it cheaper to pay for the whole year?', 'Je, kulipa mwaka mzima ni nafuu?', 'Ndiyo. Kulipa kwa mwaka kunapunguza 10% kwa kila mpango wa SaaS: Silver, kwa mfano, ni KES 36,000 kwa muhula badala ya KES 40,000.'),
  ('faq', 'What do add-ons cost?', 'Nyongeza zinagharimu kiasi gani?', 'Kuanzia KES 1,499 hadi KES 3,999 kwa muhula kwa kila kampasi. Zinazoandaliwa zina bei, lakini haziuzwi kabla ya kuwa tayari. Duka linaonyesha bei unayotozwa, ukitoka ukurasa wowote.'),
  ('faq', 'Can prices change?', 'Je, bei zinaweza kubadilika?', 'Bei mpya hutangazwa angalau siku 30 kabla ya kuanza kutumika, na haigusi kamwe kipindi ambacho umekwisha kukilipia.'),
  ('faq', 'Which devices and browsers work?', 'Vifaa na vivinjari vipi vinafanya kazi?', 'Chrome, Edge, Firefox au Safari yoyote ya karibuni, kwenye kompyuta, kompyuta kibao au simu. Skrini zinatosha kwenye simu ndogo, na mfumo unaweza kuwekwa kwenye skrini ya mwanzo.'),
  ('faq', 'Can you move our records from another system?', 'Mnaweza kuhamisha rekodi zetu kutoka mfumo mwingine?', 'Ndiyo. Wanafunzi, wazazi na walezi, na salio kutoka kwenye lahajedwali ni uhamisho wa kawaida (KES 4,999); matokeo, malipo, wafanyakazi na hati kutoka mfumo mwingine ni uhamisho mpana (KES 14,999).'),
  ('faq', 'Can we take our data out?', 'Tunaweza kuchukua data yetu?', 'Wakati wowote. Msimamizi huhamisha data yote ya shule kama faili moja ya ZIP yenye majedwali na hati; orodha mojamoja hupakuliwa kama CSV. Usajili wa mpango ukiisha mnasoma na kuhamisha kwa siku 30, na wasimamizi wenu kwa siku 60 zaidi, kabla hakijafutwa.'),
  ('faq', 'Is there training for our staff?', 'Je, kuna mafunzo kwa wafanyakazi wetu?', 'Ndiyo. Maandalizi ya kuanza (KES 4,999 kwa SaaS, KES 9,999 kwa Standalone) yanahusu kuweka mfumo na mafunzo kwa kila jukumu, pamoja na miongozo mifupi ya kubaki nayo.'),
  ('faq', 'Who can see our records?', 'Nani anaweza kuona rekodi zetu?', 'Watu wa shule yenu tu, kila mmoja katika jukumu lake: mwalimu anaona madarasa yake, mzazi watoto wake. Shule zimetenganishwa ndani ya hifadhidata yenyewe, si kwenye skrini tu.'),
  ('faq', 'How is sign-in protected?', 'Kuingia kunalindwa vipi?', 'Manenosiri huhifadhiwa kwa njia isiyosomeka, unaweza kutoka kwenye vifaa vyote kwa mara moja, na kuingia kwa hatua mbili, ambako wasimamizi na ofisi ni lazima wakutumie, kunaongeza msimbo kutoka programu ya uthibitishaji.'),
  ('faq', 'Do you comply with the Data Protection Act?', 'Je, mnafuata Sheria ya Ulinzi wa Data?', 'Ndiyo. Tunafanya kazi chini ya Sheria ya Ulinzi wa Data ya Kenya ya 2019 tukiwa wachakataji wenu: shule yenu inaamua nini kirekodiwe, nasi tunaeleza jinsi kinavyolindwa. Sera ya faragha ina maelezo yote.'),
  ('faq', 'What happens if something goes wrong?', 'Nini hutokea jambo likienda vibaya?', 'Kila badiliko la alama, ada au jukumu hurekodiwa pamoja na jina na saa. Data ya SaaS ina nakala rudufu ya kila siku na tunajizoeza kuirejesha; kwa Standalone tunaweka nakala rudufu pamoja nawe.'),
  ('versions', 'Do I need a card for the trial?', 'Je, nahitaji kadi kwa majaribio?', 'Hapana. Majaribio ya SaaS ni ya mwezi 1 na hayaombi kadi. Mwishoni unachagua mpango au unaacha; hakuna kinachotozwa chenyewe.'),
  ('versions', 'Can one account serve several schools?', 'Je, akaunti moja inaweza kuhudumia shule kadhaa?', 'Katika toleo la SaaS shule yenye kampasi kadhaa ni akaunti moja. Shule za kundi kila moja ina rekodi, watumiaji na karo zake.'),
  ('versions', 'Can I renew online?', 'Naweza kuhuisha mtandaoni?', 'Ndiyo. Usajili wa mpango wa SaaS hununuliwa na kuhuishwa mtandaoni kwa M-Pesa, kadi au benki, kwa muhula au kwa mwaka.'),
  ('versions', 'Will I be told before the trial ends?', 'Je, nitaambiwa kabla ya majaribio kuisha?', 'Ndiyo. Tunakuandikia kabla ya siku ya mwisho, kwa barua pepe na kwenye dashibodi yako, ili kazi isisimame katikati ya wiki.'),
  ('versions', 'Can we change from one version to the other later?', 'Tunaweza kubadilisha toleo baadaye?', 'Ndiyo. Rekodi huhama kutoka SaaS hadi Standalone na kurudi kwa huduma yetu ya uhamisho. Kila mtu anachagua nenosiri jipya kwa kiungo kilicho kwenye barua pepe.'),
  ('versions', 'What happens to our data if we stop?', 'Data yetu inakuwaje tukiacha?', 'Mnasoma na kuhamisha kwa siku 30, na wasimamizi wenu kwa siku 60 zaidi. Baada ya hapo tu ndipo data hufutwa, nasi tunathibitisha hilo kwa maandishi.'),
  ('demo', 'What do I see in the online demo?', 'Naona nini kwenye onyesho la mtandaoni?', 'Shule yenye madarasa, alama, karo na ujumbe, katika toleo unalochagua. Ingia kama msimamizi, mwalimu, mwanafunzi, mzazi au mfanyakazi wa ofisi na ujaribu unachotaka; wahasibu hutumia akaunti ya msimamizi, wapokezi ile ya ofisi.'),
  ('demo', 'How long does a guided demo take?', 'Onyesho la kuongozwa huchukua muda gani?', 'Dakika 45-60. Nusu yake ni ya maswali yako; leta ripoti yako ya mwanafunzi na mpangilio wako wa karo, tutauonyesha kwa hivyo.'),
  ('demo', 'How soon do you answer a request?', 'Mnajibu ombi baada ya muda gani?', 'Ndani ya saa 24 siku za kazi. Baada ya kutuma fomu unaweza pia kuchagua nafasi ya dakika 30 mwenyewe.'),
  ('demo', 'Who should take part?', 'Nani washiriki?', 'Wote watakaoutumia: mwalimu mkuu, mhasibu wa shule, msimamizi wa kompyuta, na mwalimu mmoja anayeuliza maswali magumu.'),
  ('demo', 'Is there a trial of the Standalone version?', 'Je, kuna majaribio ya toleo la Standalone?', 'Hapana, kwa kuwa liko kwenye seva yako. Onyesho lake la mtandaoni limekamilika, na onyesho la kuongozwa linajibu seva yako inahitaji nini.'),
  ('demo', 'Does a demo cost anything?', 'Je, onyesho lina gharama?', 'Hapana, wala halikufungi kwa lolote. Baadaye unapata muhtasari wa maandishi wenye bei ya shule yako.'),
  ('contact', 'When can I reach you by phone?', 'Naweza kuwapigia simu lini?', 'Jumatatu hadi Ijumaa, saa 7:00 hadi 17:00, saa za Afrika Mashariki. Wikendi laini imefungwa; barua pepe hujibiwa siku ya kazi inayofuata.'),
  ('contact', 'How fast do you answer a message?', 'Mnajibu ujumbe baada ya muda gani?', 'Ndani ya saa 24. Ujumbe kuhusu hitilafu inayozuia shule kufanya kazi hutangulia.'),
  ('contact', 'We already use the system and need help. Where do we turn?', 'Tayari tunatumia mfumo na tunahitaji usaidizi. Tuende wapi?', 'Kwenye ukurasa wa usaidizi: tiketi huko ina nambari, kipaumbele na historia, kwa hivyo hakuna anayelazimika kueleza mara mbili.'),
  ('contact', 'Can you visit our school?', 'Mnaweza kututembelea shuleni?', 'Ndiyo, nchini Kenya. Kwa maandalizi na mafunzo tunakuja kwenu; kwa mazungumzo ya kwanza mkutano wa mtandaoni ni wa haraka kwa wote.'),
  ('pricing', 'What is the difference between termly and annual billing?', 'Kuna tofauti gani kati ya kulipa kwa muhula na kwa mwaka?', 'Kwa muhula unalipa mwanzoni mwa kila muhula kati ya mitatu. Kwa mwaka unalipa mara moja na kupunguziwa 10% kwa kila muhula; ukurasa unaonyesha bei ya muhula katika hali zote mbili.'),
  ('pricing', 'Is VAT included?', 'Je, VAT imejumuishwa?', 'Ndiyo. Kila bei ina VAT ya 16%, na agizo linaonyesha bei kabla ya VAT na VAT yenyewe kwa kila mstari.'),
  ('pricing', 'What happens when we outgrow our plan?', 'Inakuwaje tukizidi mpango wetu?', 'Mnahamia mpango wa juu muhula unaofuata. Hakuna anayefungiwa nje katikati ya muhula kwa sababu wanafunzi watatu wamejiunga.'),
  ('pricing', 'What is the annual maintenance fee?', 'Ada ya matunzo ya mwaka ni nini?', '15% ya gharama ya leseni kuanzia mwaka wa pili. Inalipia kusakinisha masasisho na marekebisho ya usalama.'),
  ('pricing', 'Why does an add-on cost something else in the store?', 'Kwa nini nyongeza ina bei tofauti dukani?', 'Ukurasa ukiwa na bei ya zamani, unasema hivyo kando yake. Bei ya duka ndiyo inayotozwa.'),
  ('pricing', 'Can we get a quotation or a proforma invoice?', 'Tunaweza kupata makadirio ya bei au ankara ya awali?', 'Ndiyo. Chagua kulipa kupitia benki unaposajili mpango au kuagiza nyongeza, na utapata mara moja ankara ya awali yenye rejeleo la malipo. Kwa leseni ya Standalone, andikia timu ya mauzo.')
) as sw (surface, original, question, answer)
where f.surface = sw.surface and f.question = sw.original and f.translations = '{}' and f.updated_at = f.created_at;

update public.testimonials t set translations = jsonb_build_object('sw', jsonb_build_object('quote', sw.quote, 'role', sw.role))
from (values
  ('Grace Wanjiru', 'Kufunga muhula kulikuwa kunatuchukua jioni tisa. Mwaka huu ripoti za wanafunzi zilisainiwa Alhamisi alasiri, na kila mzazi alikuwa na salio kwenye simu yake.', 'Mwalimu mkuu'),
  ('Peter Otieno', 'Niliacha kunakili ujumbe wa M-Pesa kwenye daftari. Naingiza rejeleo, risiti inachapwa, nami naenda nyumbani ofisi ikifungwa.', 'Mhasibu wa shule'),
  ('Amina Hassan', 'Tunautumia kwenye seva yetu kwa kuwa laini yetu mnaijua. Kwa miaka miwili haujawahi kulifanya darasa lisubiri.', 'Mratibu wa TEHAMA')
) as sw (author, quote, role)
where t.author = sw.author and t.translations = '{}' and t.updated_at = t.created_at;

-- Lines of plans and add-ons stand under their English text.
create temporary table lines (english text primary key, swahili text not null) on commit drop;
insert into lines values
  ('1-200 students', 'Wanafunzi 1-200'), ('201-400 students', 'Wanafunzi 201-400'), ('401-700 students', 'Wanafunzi 401-700'), ('701-1500 students', 'Wanafunzi 701-1500'),
  ('Unlimited users', 'Watumiaji bila kikomo'), ('All 21 default modules', 'Moduli zote 21 za msingi'), ('All 24 default modules', 'Moduli zote 24 za msingi'),
  ('Fees with M-Pesa references', 'Karo yenye marejeleo ya M-Pesa'), ('Email support', 'Usaidizi kwa barua pepe'), ('Email and phone support', 'Usaidizi kwa barua pepe na simu'),
  ('Email, phone and chat support', 'Usaidizi kwa barua pepe, simu na gumzo'), ('Multiple campuses', 'Kampasi kadhaa'), ('Priority support', 'Usaidizi wa kipaumbele'),
  ('Up to 2 campuses', 'Hadi kampasi 2'), ('Several campuses in one set of books', 'Kampasi kadhaa katika vitabu vya pamoja'),
  ('Training for new staff every term', 'Mafunzo kwa wafanyakazi wapya kila muhula'), ('Up to 500 students', 'Hadi wanafunzi 500'), ('Unlimited students', 'Wanafunzi bila kikomo'),
  ('Lifetime updates', 'Masasisho ya maisha'), ('Installation on your server', 'Kusakinishwa kwenye seva yako'), ('Installation and data import', 'Kusakinishwa na kuingiza data'),
  ('Support beyond installation', 'Usaidizi baada ya kusakinisha'), ('Hosting', 'Seva ya kukodi'), ('12 months support', 'Usaidizi wa miezi 12'),
  ('24 months premium support', 'Usaidizi wa kipaumbele wa miezi 24'), ('12 months hosting', 'Seva ya kukodi ya miezi 12'),
  ('A printed or phone code for every student', 'Msimbo wa kuchapwa au wa simu kwa kila mwanafunzi'), ('Gate scan with any Android phone', 'Kuskani langoni kwa simu yoyote ya Android'),
  ('Message to the parent on arrival', 'Ujumbe kwa mzazi mtoto anapofika'), ('Late list by half past eight', 'Orodha ya waliochelewa kufikia 8:30'),
  ('Staff attendance in the same register', 'Mahudhurio ya wafanyakazi kwenye rejista hiyohiyo'), ('Codes from any authenticator app', 'Misimbo kutoka programu yoyote ya uthibitishaji'),
  ('Required by role, for instance for teachers', 'Lazima kwa jukumu, kwa mfano walimu'), ('Recovery codes printed once', 'Misimbo ya dharura inayochapwa mara moja'),
  ('A log of every sign-in', 'Kumbukumbu ya kila kuingia'), ('Your name, crest and colours', 'Jina, nembo na rangi zenu'), ('Fees, results and notices for parents', 'Karo, matokeo na matangazo kwa wazazi'),
  ('Homework and timetable for students', 'Kazi za nyumbani na ratiba kwa wanafunzi'), ('Works on slow connections', 'Hufanya kazi hata muunganisho ukiwa wa polepole'), ('Updates through the Play Store', 'Masasisho kupitia Play Store'),
  ('Merits and incidents with points', 'Sifa na matukio pamoja na alama zake'), ('Follow-up with date and person', 'Ufuatiliaji wenye tarehe na mhusika'), ('Report for the class teacher', 'Ripoti kwa mwalimu wa darasa'),
  ('Shared with parents when you decide', 'Wazazi wanaona mnapoamua'), ('Common ZKTeco readers', 'Visomaji vya kawaida vya ZKTeco'), ('Attendance without a roll call', 'Mahudhurio bila kuita majina'),
  ('Works through a power cut and catches up', 'Hufanya kazi umeme ukikatika kisha kujisawazisha'), ('Separate rules for boarders', 'Kanuni za pekee kwa wanafunzi wa bweni'),
  ('Scholastic and co-scholastic areas', 'Maeneo ya masomo na ya ziada'), ('Term and annual weighting', 'Uzito wa muhula na wa mwaka'), ('Report cards in the board’s layout', 'Ripoti za wanafunzi kwa muundo wa bodi'),
  ('Grade lists for a whole class', 'Orodha za gredi za darasa zima'), ('A link per lesson, made for you', 'Kiungo kwa kila kipindi, kinachotengenezwa kwa ajili yako'), ('Attendance from who joined', 'Mahudhurio kutokana na waliojiunga'),
  ('Recordings kept with the lesson', 'Rekodi za video huhifadhiwa pamoja na kipindi'), ('Parents see the calendar', 'Wazazi wanaona kalenda'), ('A separate database area per branch', 'Sehemu ya hifadhidata kwa kila tawi'),
  ('Reports across branches', 'Ripoti za matawi yote'), ('Staff who work at two campuses', 'Wafanyakazi wa kampasi mbili'), ('Fees by branch, balance for the group', 'Karo kwa tawi, salio la kundi zima'),
  ('Switch branch without signing in again', 'Badilisha tawi bila kuingia tena'), ('Lessons with video and documents', 'Masomo yenye video na hati'), ('Quizzes that mark themselves', 'Maswali yanayojisahihisha'),
  ('Certificate at the end', 'Cheti mwishoni'), ('Free or paid by M-Pesa', 'Bila malipo au kwa M-Pesa'), ('A code for every student and member of staff', 'Msimbo kwa kila mwanafunzi na mfanyakazi'),
  ('Any phone or a desk scanner', 'Simu yoyote au skana ya mezani'), ('Register filled in real time', 'Rejista hujazwa papo hapo'), ('Late and absent lists', 'Orodha za waliochelewa na wasiokuwepo'),
  ('Search by name or admission number', 'Tafuta kwa jina au nambari ya usajili'), ('Several fees in one receipt', 'Ada kadhaa kwenye risiti moja'), ('M-Pesa, cash and bank in one screen', 'M-Pesa, pesa taslimu na benki kwenye skrini moja'),
  ('Day’s total per cashier', 'Jumla ya siku kwa kila keshia'), ('58 mm and 80 mm rolls', 'Karatasi za mm 58 na mm 80'), ('Your header and footer', 'Kichwa na tanbihi zenu'), ('Prints from the browser', 'Huchapa kutoka kwenye kivinjari'),
  ('Reprint marked as a copy', 'Ikichapwa tena huwekwa alama ya nakala'), ('Required by role', 'Lazima kwa jukumu'), ('Works without internet', 'Hufanya kazi bila intaneti'), ('Log of every sign-in', 'Kumbukumbu ya kila kuingia'),
  ('A meeting per lesson, made for you', 'Mkutano kwa kila kipindi, unaotengenezwa kwa ajili yako'), ('Waiting room by class list', 'Chumba cha kusubiri kwa orodha ya darasa');

update public.plans p set translations = jsonb_build_object('sw', jsonb_strip_nulls(jsonb_build_object('description', sw.description,
  'badge', case p.badge when 'Most Popular' then 'Unaopendwa zaidi' when 'Recommended' then 'Tunaupendekeza' end,
  'features', coalesce((select jsonb_object_agg(l.english, l.swahili) from jsonb_array_elements(p.features) as f join lines l on l.english = f ->> 'text'), '{}'))))
from (values
  ('Starter', 'Kwa shule inayoanza kuweka rekodi zake mahali pamoja.'),
  ('Bronze', 'Kwa shule inayokua, yenye madarasa mengi kuliko ofisi moja inavyoweza kufuatilia.'),
  ('Silver', 'Kwa shule iliyoimarika, hata ikiwa na kampasi mbili.'),
  ('Gold', 'Kwa shule kubwa, vyuo na makundi ya shule.'),
  ('Basic', 'Seva yako, na kila kinachohitajika kuendesha shule moja.'),
  ('Advanced', 'Bila kikomo cha wanafunzi, pamoja na mwaka mmoja wa usaidizi.'),
  ('Premium', 'Kila kitu tunakushughulikia: usaidizi wa miaka miwili, seva ya mwaka mmoja.')
) as sw (name, description)
where p.name = sw.name and p.translations = '{}' and p.updated_at = p.created_at;

update public.addons a set translations = jsonb_build_object('sw', jsonb_build_object('description', sw.description,
  'features', coalesce((select jsonb_object_agg(l.english, l.swahili) from unnest(a.features) as f (english) join lines l using (english)), '{}')))
from (values
  ('saas', 'QR Code Attendance', 'Wanafunzi na wafanyakazi huonyesha msimbo langoni wanapoingia; rejista hujijaza yenyewe.'),
  ('saas', 'Two-Factor Authentication', 'Hatua ya pili ya kuingia kwa kila anayeona alama au pesa.'),
  ('standalone', 'Android App', 'Shule yako mfukoni mwa mzazi, kwa jina na nembo yenu.'),
  ('standalone', 'Behaviour Records', 'Sifa, matukio na mliyokubaliana, mahali pamoja panapomfuata mwanafunzi.'),
  ('standalone', 'Biometrics Entry', 'Visomaji vya alama za vidole au uso langoni huandika moja kwa moja kwenye mahudhurio.'),
  ('standalone', 'CBSE Examination', 'Mpangilio wa mitihani, gredi na ripoti za mtaala wa CBSE.'),
  ('standalone', 'Google Meet Live Classes', 'Vipindi kupitia Google Meet, vinavyoanzishwa kutoka kwenye ratiba.'),
  ('standalone', 'Multi Branch', 'Kampasi kadhaa, ofisi moja: vitabu tofauti, ripoti za pamoja.'),
  ('standalone', 'Online Course', 'Kozi zenye masomo, maswali na vyeti, za bure au za kulipia.'),
  ('standalone', 'QR Code Attendance', 'Mahudhurio kwa kuskani misimbo, kwenye seva yako.'),
  ('standalone', 'Quick Fees', 'Pokea malipo kwa hatua tatu, pamoja na risiti, siku yenye shughuli nyingi zaidi ya muhula.'),
  ('standalone', 'Thermal Print', 'Risiti kwenye karatasi ya mm 58 na mm 80 kutoka kichapishi chochote cha dukani.'),
  ('standalone', 'Two-Factor Authenticator', 'Hatua ya pili ya kuingia, kwenye seva yako.'),
  ('standalone', 'Zoom Live Classes', 'Vipindi kupitia Zoom, vinavyoanzishwa kutoka kwenye ratiba.')
) as sw (category, name, description)
where a.category::text = sw.category and a.name = sw.name and a.translations = '{}' and a.updated_at = a.created_at;

update public.services s set translations = jsonb_build_object('sw', jsonb_build_object('description', sw.description))
from (values
  ('Managed Hosting Standard', 'Standalone yako kwenye seva zetu: nakala rudufu ya kila siku, masasisho, uangalizi.'),
  ('Managed Hosting Premium', 'Seva yako mwenyewe, nakala rudufu kila saa, masasisho kwa wakati unaochagua.'),
  ('Custom Domain Setup', 'Anwani yako kama portal.yourschool.ac.ke, pamoja na cheti chake.'),
  ('Data Migration Basic', 'Wanafunzi, wazazi na walezi, na salio za karo kutoka kwenye lahajedwali zenu.'),
  ('Data Migration Complex', 'Kila kitu kutoka mfumo mwingine: matokeo, malipo, wafanyakazi na hati.'),
  ('Premium Support Package', 'Mtu mmoja unayemjua, majibu ndani ya saa mbili za kazi, simu kila mwezi.'),
  ('Onboarding SaaS', 'Kuweka madarasa, karo na watumiaji wenu, na mafunzo kwa ofisi.'),
  ('Onboarding Standalone', 'Kuweka kwenye seva yenu, mafunzo shuleni au mtandaoni kwa kila idara.')
) as sw (name, description)
where s.name = sw.name and s.translations = '{}' and s.updated_at = s.created_at;
drop table lines;

-- Pages in Swahili, published with their English texts. The legal texts have only their English one, which is the one that binds.
do $translations$
declare
  page public.cms_pages;
begin
  for page in
    update public.cms_pages p set translations = jsonb_build_object('sw', jsonb_build_object('title', sw.title, 'meta_description', sw.description, 'body', sw.body))
    from (values
      ('home', 'Mwanzo', 'Maneno ya mwanzo ya ukurasa wa kwanza.', '[
        {"type": "hero", "eyebrow": "Usimamizi wa shule kwa Kenya na kwingineko", "title": "Endesha shule nzima kutoka mahali pamoja", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Rekodi za wanafunzi, tathmini ya CBC, ratiba, karo na ripoti za wanafunzi katika mfumo mmoja ambao ofisi, walimu na wazazi watautumia kweli. Kwenye wingu letu, au kwenye seva yako."}]}]}}
      ]'::jsonb),
      ('documentation', 'Mwongozo', 'Jinsi ya kuandaa shule na kuendesha muhula, hatua kwa hatua.', '[
        {"type": "heading", "text": "Kabla ya siku ya kwanza"},
        {"type": "richText", "text": {"type": "doc", "content": [{"type": "orderedList", "content": [{"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Ingiza wasifu wa shule, mihula, masomo na madarasa yake."}]}]}, {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Ingiza wanafunzi kutoka kwenye lahajedwali. Safu zenye makosa huonyeshwa na kurukwa, hazikisiwi kamwe."}]}]}, {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Ongeza wafanyakazi wako na umwalike kila mtu kwa jukumu lake. Jukumu linaweza kubadilishwa baadaye."}]}]}, {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Weka karo ya kila darasa, kisha toza muhula kwa hatua moja."}]}]}]}]}},
        {"type": "heading", "text": "Wakati wa muhula"},
        {"type": "richText", "text": {"type": "doc", "content": [{"type": "bulletList", "content": [{"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "marks": [{"type": "bold"}], "text": "Mahudhurio"}, {"type": "text", "text": ": fungua darasa na uguse asiyekuwepo. Hufanya kazi hata bila mtandao, na wazazi huona utoro kwenye dashibodi yao."}]}]}, {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "marks": [{"type": "bold"}], "text": "Alama"}, {"type": "text", "text": ": walimu wa masomo huingiza alama moja moja, au hubandika za darasa zima kutoka kwenye lahajedwali."}]}]}, {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "marks": [{"type": "bold"}], "text": "Karo"}, {"type": "text", "text": ": ingiza malipo pamoja na rejeleo la M-Pesa, au kama pesa taslimu, benki au hundi. Salio huwa sahihi mara moja na risiti huchapwa. Vikumbusho huenda kwa barua pepe kwa kila mwenye salio."}]}]}]}]}},
        {"type": "heading", "text": "Mwisho wa muhula"},
        {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Pitia matokeo ya kila darasa, kisha chapa ripoti zake zote kama PDF moja. Mahudhurio na tarehe ya kufungua muhula ujao ziko kwenye kila ripoti."}]}]}},
        {"type": "callToAction", "title": "Kuna kinachokosekana hapa?", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Waambie watu wa usaidizi ulichokuwa unatafuta nasi tutakiongeza."}]}]}, "label": "Fungua tiketi", "href": "/support#ticket"}
      ]'::jsonb),
      ('video-tutorials', 'Video za mafunzo', 'Video fupi za kazi za mwaka wa masomo, zinazoandaliwa, na kinachokuonyesha mfumo hadi zitakapofika.', '[
        {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Video zetu zinaandaliwa. Kila moja itakuwa ya chini ya dakika tano na itaonyesha kazi moja kutoka mwanzo hadi mwisho, kwa Kiingereza au Kiswahili. Hadi zitakapofika, mwongozo una kazi hizohizo kwa maneno, na onyesho la kuongozwa linakuonyesha unazochagua."}]}]}},
        {"type": "features", "title": "Zitakachoonyesha", "items": [{"title": "Kwa ofisi", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Kusajili mwanafunzi, kumchagulia darasa, kuingiza lahajedwali, wazazi na walezi na hati."}]}]}}, {"title": "Kwa mhasibu wa shule", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Karo kwa darasa, kutoza muhula, malipo yenye rejeleo la M-Pesa, salio kwa darasa."}]}]}}, {"title": "Kwa walimu", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Mahudhurio kwenye simu, kuingiza alama, viwango na gredi, kazi za nyumbani."}]}]}}, {"title": "Kwa wazazi", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Kuingia mara ya kwanza, salio la karo, mahudhurio na matokeo."}]}]}}]},
        {"type": "callToAction", "title": "Ungependa kumuuliza mtu?", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Onyesho la kuongozwa huchukua dakika 45-60 na hufuata maswali yako."}]}]}, "label": "Omba onyesho", "href": "/demo#demo-request-form"}
      ]'::jsonb),
      ('community', 'Jukwaa la watumiaji', 'Mahali pa wahasibu, walimu na wasimamizi kusaidiana, panapoandaliwa.', '[
        {"type": "richText", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Jukwaa linaandaliwa. Litakuwa bila malipo kwa kila shule yenye usajili wa mpango au leseni. Hadi litakapofunguliwa, watu wa usaidizi wanajibu maswali yako na kuwafikishia wanaotengeneza mfumo unachotamani."}]}]}},
        {"type": "features", "title": "Litatumika kwa nini", "items": [{"title": "Uliza", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Maswali kuhusu mwaka wa masomo, yatakayojibiwa na watu waliokwisha kuupitia."}]}]}}, {"title": "Shiriki", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Mipangilio ya karo, ratiba na miundo ya ripoti inayofaa."}]}]}}, {"title": "Changia", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Yaliyoombwa zaidi kila muhula, na yaliyofanyika."}]}]}}]},
        {"type": "callToAction", "title": "Ujue litakapofunguliwa", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Tuandikie kutoka kwa anwani ya shule yako nasi tutakuarifu."}]}]}, "label": "Wasiliana nasi", "href": "/contact"}
      ]'::jsonb)
    ) as sw (slug, title, description, body)
    where p.slug = sw.slug and p.is_published and p.version = 1 and p.translations = '{}'
    returning p.*
  loop
    perform private.publish_snapshot(page);
    update public.cms_pages p set published_version = page.version where p.id = page.id;
  end loop;
end
$translations$;
