set check_function_bodies = off;

create table private.addon_interest (
  addon_id   uuid                     not null,
  email      text                     not null,
  language   text,
  created_at timestamp with time zone not null default now(),
  constraint addon_interest_language_check check ((language = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint addon_interest_email_check check (private.is_email(email))
);

alter table private.addon_interest
  enable row level security;

create table public.module_points (
  id           uuid    not null default gen_random_uuid(),
  module       text    not null,
  position     integer not null,
  text         text    not null,
  is_ready     boolean not null default false,
  translations jsonb   not null default '{}'::jsonb,
  constraint module_points_module_text_key unique (module, text),
  constraint module_points_pkey primary key (id),
  constraint module_points_text_check check (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 160))),
  constraint module_points_translations_check check ((jsonb_typeof(translations) = 'object'::text))
);

alter table public.module_points
  enable row level security;

create table public.modules (
  key          text                      not null,
  name         text                      not null,
  category     text                      not null,
  versions     public.product_category[] not null,
  position     integer                   not null,
  translations jsonb                     not null default '{}'::jsonb,
  constraint modules_category_check
    check ((category = ANY (ARRAY['core'::text, 'academic'::text, 'admin'::text, 'communication'::text]))),
  constraint modules_key_check check ((key ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint modules_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint modules_pkey primary key (key),
  constraint modules_translations_check check ((jsonb_typeof(translations) = 'object'::text)),
  constraint modules_versions_check check ((cardinality(versions) > 0))
);

alter table public.modules
  enable row level security;

alter table private.addon_features
  add column is_built boolean not null default false;

alter table public.addons
  add column is_ready boolean not null default true;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'One order takes at most 50 lines. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'A line of the cart names nothing on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.', hint = 'order.in_preparation', detail = 'lines';
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and (in_store or private.admin_school() is not null)
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.admin_school(), a.id) when a.billing is not null then private.plan_price(a.id, a.billing) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$function$;

create or replace function private.set_addon_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  named record;
begin
  select f.feature, f.is_built into named from private.addon_features f where f.name = new.name;
  if found then
    new.feature := coalesce(new.feature, named.feature);
    new.is_ready := named.is_built;
  end if;
  return new;
end
$function$;

create or replace function private.tell_interested()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  interested record;
begin
  for interested in delete from private.addon_interest i where i.addon_id = new.id returning i.email, i.language loop
    perform private.queue_mail('addon-ready/' || new.id || '/' || md5(interested.email), 'addon-ready', interested.email,
      jsonb_build_object('addon', new.name, 'category', new.category), null, interested.language);
  end loop;
  return null;
end
$function$;

create or replace function public.tell_when_ready (
  addon_id   uuid,
  email      text,
  sender_key text default null::text,
  language   text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(tell_when_ready.email));
begin
  perform private.limit_form_requests('tell when ready', tell_when_ready.sender_key, address);
  if not exists (select from public.addons a where a.id = tell_when_ready.addon_id and a.is_active and not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'This add-on can be bought already. Reload the page.', hint = 'addon.ready';
  end if;
  insert into private.addon_interest (addon_id, email, language) values (tell_when_ready.addon_id, address, private.known_language(tell_when_ready.language))
  on conflict (addon_id, lower(email)) do nothing;
end
$function$;

alter table private.addon_interest
  add constraint addon_interest_addon_id_fkey foreign key (addon_id) references public.addons(id) on delete cascade;

alter table public.module_points
  add constraint module_points_module_fkey foreign key (module) references public.modules(key) on delete cascade;

create unique index addon_interest_key on private.addon_interest using btree (addon_id, lower(email));

create trigger tell_interested
  after update of is_ready on public.addons
  for each row
  when ((new.is_ready AND (NOT old.is_ready)))
  execute function private.tell_interested();

create trigger audit
  after update on public.module_points
  for each row
  execute function private.audit();

create trigger publishers_only
  before insert or delete or update on public.module_points
  for each STATEMENT
  execute function private.require_publisher_to_write();

create trigger revise
  after insert or delete or update or truncate on public.module_points
  for each STATEMENT
  execute function private.bump_content_revision();

create policy "Everyone reads what is ready" on public.module_points
  for select
  to anon, authenticated
  using (true);

create policy "Super admins switch what is ready" on public.module_points
  for update
  to authenticated
  using (( select private.is_super_admin() as is_super_admin))
  with check (( SELECT private.is_super_admin() AS is_super_admin));

create policy "Everyone reads what the product contains" on public.modules
  for select
  to anon, authenticated
  using (true);

comment on column private.addon_features.is_built is 'Whether the product has it yet; until then the add-on is in preparation and cannot be ordered.';

comment on column public.addons.is_ready is 'False: the pages say "In preparation", and it cannot be ordered.';

comment on column public.module_points.is_ready is 'False: the public pages say "In preparation".';

comment on function public.tell_when_ready(uuid, text, text, text) is 'Keeps an address until the add-on is ready; one mail goes to it then. Called by the function of the same name.';

comment on table public.modules is 'The default modules: part of every licence of the listed versions.';

revoke all on function private.tell_interested() from public;

revoke all on function public.tell_when_ready(uuid, text, text, text) from public;

grant execute on function public.tell_when_ready(uuid, text, text, text) to service_role;

grant all on table private.addon_interest to service_role;

revoke all (is_ready) on table public.addons from authenticated;

grant update (is_ready) on table public.addons to authenticated;

grant select on table public.module_points to anon;

grant update (is_ready) on table public.module_points to authenticated;

grant select on table public.module_points to authenticated;

grant all on table public.module_points to service_role;

grant select on table public.modules to anon, authenticated;

grant all on table public.modules to service_role;
insert into public.modules (key, name, category, versions, position, translations) values
  ('student-records', 'Student Records', 'core', '{saas,standalone}', 10, '{"sw": {"name": "Rekodi za wanafunzi"}}'),
  ('admission-portal', 'Admission Portal', 'core', '{saas,standalone}', 20, '{"sw": {"name": "Tovuti ya udahili"}}'),
  ('classes-and-streams', 'Classes and Streams', 'core', '{saas,standalone}', 30, '{"sw": {"name": "Madarasa na mikondo"}}'),
  ('sessions-and-terms', 'Sessions and Terms', 'core', '{saas,standalone}', 40, '{"sw": {"name": "Mihula"}}'),
  ('roles-and-permissions', 'Roles and Permissions', 'core', '{saas,standalone}', 50, '{"sw": {"name": "Majukumu na ruhusa"}}'),
  ('subjects-and-learning-areas', 'Subjects and Learning Areas', 'academic', '{saas,standalone}', 60, '{"sw": {"name": "Masomo na maeneo ya kujifunza"}}'),
  ('cbc-assessment', 'CBC Assessment', 'academic', '{saas,standalone}', 70, '{"sw": {"name": "Tathmini ya CBC"}}'),
  ('examinations-and-marks', 'Examinations and Marks', 'academic', '{saas,standalone}', 80, '{"sw": {"name": "Mitihani na alama"}}'),
  ('report-forms', 'Report Forms', 'academic', '{saas,standalone}', 90, '{"sw": {"name": "Ripoti za wanafunzi"}}'),
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

-- Nothing that the product does not have can be ordered; what was ordered stays as it is.
update public.addons a set is_ready = false from private.addon_features f where f.name = a.name and not f.is_built;
