create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z_]{1,60}$'),
  value jsonb not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.settings
  is 'One row per group: brand, contact, social, hours, … Private groups are for super admins only.';

alter table public.settings enable row level security;
grant select on public.settings to anon, authenticated;
grant insert (key, value, is_public), update (value), delete on public.settings to authenticated;

create policy "Super admins add" on public.settings for insert to authenticated
  with check ((select private.may('settings:write')));
create policy "Super admins update" on public.settings for update to authenticated
  using ((select private.may('settings:write'))) with check ((select private.may('settings:write')));
create policy "Super admins delete" on public.settings for delete to authenticated
  using ((select private.may('settings:write')));
create policy "Everyone reads public settings" on public.settings for select to anon, authenticated using (is_public);
create policy "Super admins read every setting" on public.settings for select to authenticated
  using ((select private.may('settings:write')));

create trigger touch before update on public.settings for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.settings for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.settings for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.settings for each statement execute function private.require_publisher_to_write();

create table public.setting_versions (
  id uuid primary key default gen_random_uuid(),
  key text not null references public.settings (key) on delete cascade,
  value jsonb not null,
  saved_by uuid references public.users (id) on delete set null,
  saved_at timestamptz not null default clock_timestamp()
);
comment on table public.setting_versions
  is 'Every state a group of settings ever had. The newest of a key is the one in force.';

create index setting_versions_key_idx on public.setting_versions (key, saved_at desc);

alter table public.setting_versions enable row level security;
grant select on public.setting_versions to authenticated;

create policy "Super admins read earlier settings" on public.setting_versions for select to authenticated
  using ((select private.may('settings:write')));

-- Lists JSON: it answers with one object, whose problems are places in a value.
create function public.save_setting(setting_key text, new_value jsonb, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.settings;
  problems jsonb;
begin
  perform private.require('settings:write');
  select * into current from public.settings s where s.key = setting_key for update;
  if not found or not private.setting_shapes() ? setting_key then
    perform private.refuse('setting.not_found', 'These settings are no longer here.', errcode => 'P0002');
  end if;
  if current.updated_at <> seen then
    perform private.refuse('setting.changed_meanwhile',
      'Somebody else saved this in the meantime.', errcode => 'PT409');
  end if;
  select jsonb_agg(jsonb_build_object('path', p.path, 'problem', private.in_english(p.problem)) || p.problem)
  into problems from private.all_setting_problems(setting_key, new_value) as p;
  if problems is not null then
    return jsonb_build_object('problems', problems);
  end if;
  update public.settings s set value = new_value where s.key = setting_key returning * into current;
  return jsonb_build_object('updatedAt', current.updated_at);
end
$$;
comment on function public.save_setting(text, jsonb, timestamptz) is
  'Saves a group of settings against the state it was read at. Returns all problems, or the time of the new state.';
grant execute on function public.save_setting(text, jsonb, timestamptz) to authenticated;

create function public.setting_history(setting_keys text[])
  returns table (key text, saved_at timestamptz, saved_by text, states integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('settings:write');
  return query
  select distinct on (v.key) v.key, v.saved_at, coalesce(u.full_name, u.email::text),
    (count(*) over (partition by v.key))::integer
  from public.setting_versions v left join public.users u on u.id = v.saved_by
  where v.key = any (setting_history.setting_keys)
  order by v.key, v.saved_at desc;
end
$$;
comment on function public.setting_history(text[])
  is 'When each group was saved last, by whom, and how many states it had.';
grant execute on function public.setting_history(text[]) to authenticated;

create function private.check_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  if private.setting_shapes() ? new.key and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    select p.path, p.problem into wrong from private.all_setting_problems(new.key, new.value) as p limit 1;
    if found then
      perform private.refuse('setting.invalid', wrong.problem ->> 'sentence', wrong.problem -> 'args', wrong.path);
    end if;
  end if;
  return new;
end
$$;
create trigger judge before insert or update on public.settings for each row execute function private.check_setting();

create function private.save_setting_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.value is distinct from old.value then
    insert into public.setting_versions (key, value, saved_by)
      values (new.key, new.value, (select u.id from public.users u where u.id = private.signed_in_uid()));
    delete from public.setting_versions v where v.key = new.key
      and v.id not in (select n.id from public.setting_versions n where n.key = new.key
      order by n.saved_at desc limit 100);
  end if;
  return null;
end
$$;
create trigger keep_version after insert
  or update on public.settings for each row execute function private.save_setting_version();

create function private.setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select private.site_setting_shapes() || jsonb_build_object(
    'payments', '{"methods": [["text:20"], 1, 3], "bank": {"bankName": "text:120", "branch": "text:120", '
      '"accountName": "text:120", "accountNumber": "text:40", "swift": "text:11", "validDays": "whole:1:90"}}'::jsonb,
    'company', '{"vatPercent": "whole:0:50", "kraPin": "text?:11", "currency": "text:3"}'::jsonb,
    'mail_budget', '{"trialSchoolDaily": "whole:0:1000000", "paidSchoolDaily": "whole:0:1000000",
      "networkDaily": "whole:0:1000000", "recipientDaily": "whole:0:1000000",
      "platformRecipientDaily": "whole:1:1000000",
      "networkOrdersHourly": "whole:1:1000000", "trustedHops": "whole:1:9"}'::jsonb,
    'subscriptions',
      '{"reminderDays": [["whole:1:60"], 1, 6], "graceDays": "whole:0:180", "priceNoticeDays": "whole:0:180"}'::jsonb,
    'emails', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template,
      'sw', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template)))
  from (values ('{"subject": "text:160", "opening": "text:1500", "closing": "text?:1500"}'::jsonb)) as parts (template)
$$;

create function private.all_setting_problems(group_key text, value jsonb) returns table (path text, problem jsonb)
language sql stable set search_path = '' as $$
  with found as materialized (select p.path, p.problem from private.site_setting_problems(group_key, value) as p)
  select f.path, f.problem from found f
  union all
  select p.path, p.problem from private.store_setting_problems(case
    when not exists (select from found) then group_key end, value) as p
  union all
  select p.path, p.problem from private.menu_problems(case
    when group_key = 'menu' and not exists (select from found) then value end) as p
$$;
comment on function private.all_setting_problems(text, jsonb) is
  'Everything wrong with a group of settings: of its fields, and of what they mean together.';

-- Rules over several fields of a group.
create function private.site_setting_problems(group_key text, value jsonb) returns table (path text, problem jsonb)
language sql stable set search_path = '' as $$
  with found as materialized (
    select p.path, p.problem from private.setting_problems(value, private.setting_shapes() -> group_key) as p
  )
  select path, problem from found
  union all
  select part || '.closesAt', private.say('Closing comes after opening.') from unnest(array['office', 'chat']) as part
  where group_key = 'hours' and not exists (select from found)
    and (value #>> array[part, 'closesAt'])::integer <= (value #>> array[part, 'opensAt'])::integer
  union all
  select 'text', private.say('Enter the announcement, or switch the bar off.')
  where group_key = 'announcement' and not exists (select from found) and (value ->> 'isShown')::boolean
    and btrim(value ->> 'text') = ''
  union all
  select case when btrim(value ->> 'label') = '' then 'label' else 'url' end,
    private.say('A link needs a label and an address.')
  where group_key = 'announcement' and not exists (select from found)
    and (btrim(value ->> 'label') = '') <> (btrim(value ->> 'url') = '')
$$;

-- A key that ends in ? may be missing. The texts of a group in another language are a group of their own, such as
-- heroes_sw. Shapes: text:most and text?:most (may be empty), lines, whole:least:most, url, url? and place? (an address
-- on this site or https), email, phone, flag; [shape, least, most] is a list; an object lists every field it has.
create function private.site_setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'brand', '{"name": "text:40", "legalName": "text:120", "tagline": "text:160"}'::jsonb,
    'brand_sw', '{"tagline?": "text:160"}'::jsonb,
    'contact', '{"phone": "phone", "email": "email", "salesEmail": "email", "supportEmail": "email", "addressLines": '
      '[["text:120"], 1, 6], "mapUrl": "url?"}'::jsonb,
    'social', '[[{"label": "text:40", "url": "url"}], 0, 8]'::jsonb,
    'hours', jsonb_build_object('office', hours, 'chat', hours),
    'claims', '{"founded": "whole:1900:2100", "operatingSince": "whole:1900:2100", "institutions": "text:12", '
      '"countries": "text:12", "students": "text:12", "hoursSaved": "text:12"}'::jsonb,
    'demo', '{"saasUrl": "url", "standaloneUrl": "url", "password": "text?:80"}'::jsonb,
    'help', '{"documentation": "place?", "videos": "place?", "community": "place?"}'::jsonb,
    'announcement', '{"isShown": "flag", "text": "text?:160", "label": "text?:40", "url": "place?"}'::jsonb,
    'heroes', (select jsonb_object_agg(page, hero)
      from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support'])
      as page),
    'heroes_sw', (select jsonb_object_agg(page || '?', hero)
      from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support'])
      as page),
    'about', about,
    'about_sw', (select jsonb_object_agg(field.key || '?', field.value) from jsonb_each(about) as field),
    'hours_sw', '{"office?": {"label": "text:80"}, "chat?": {"label": "text:80"}}'::jsonb,
    'announcement_sw', '{"text?": "text:160", "label?": "text:40"}'::jsonb,
    'cms', '{"keepVersions": "whole:5:500"}'::jsonb,
    'menu', jsonb_build_object(
      'header', jsonb_build_array(jsonb_build_array(entry || '{"to": "place?"}'
        || jsonb_build_object('links', jsonb_build_array(jsonb_build_array(entry || '{"to": "place"}'), 0, 8))), 0, 9),
      'footer', jsonb_build_array(jsonb_build_array(entry
        || jsonb_build_object('links', jsonb_build_array(jsonb_build_array(entry || '{"to": "place"}'), 0, 10))),
        0, 4)))
  from (values (
    '{"label": "text:30", "sw": "text?:30", "shownTo": "text:8"}'::jsonb,
    '{"days": [["whole:0:6"], 1, 7], "opensAt": "whole:0:1439", "closesAt": "whole:1:1440", "label": "text:80"}'::jsonb,
    '{"eyebrow": "text?:60", "title": "text:120", "text": "text?:400"}'::jsonb,
    '{"story": [["text:1500"], 1, 8], "mission": "text:400", "vision": "text:400", "impact": [["text:300"], 1, 8],
      "partners": [[{"name": "text:80", "what": "text:200"}], 0, 12],
      "stories": [[{"institution": "text:120", "place": "text:160", "figure": "text:40", "caption": "text:160",
        "text": "text:800"}], 0, 12]}'::jsonb)) as parts (entry, hours, hero, about)
$$;

create function private.store_setting_problems(group_key text, value jsonb) returns table (path text, problem jsonb)
language sql stable set search_path = '' as $$
  select 'methods', private.say('Choose each payment method once: M-Pesa, card or bank transfer.')
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method)
      where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', private.say('A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.')
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', private.say('A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.')
  where group_key = 'company' and value ->> 'kraPin' <> '' and not private.is_kra_pin(value ->> 'kraPin')
  union all
  select 'currency', private.say('Prices are in KES.') where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', private.say('Name each day once.')
  where group_key = 'subscriptions'
    and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.path, part.key),
    private.say('This email has no value for {name}. It knows {known}.', jsonb_build_object(
    'name', '{{' || unknown.name || '}}',
    'known', (select string_agg('{{' || known || '}}', ', ')
      from unnest(private.mail_placeholders(mail.key)) as known)))
  from (
      select m.key, m.key as path, m.value as template
        from jsonb_each(case when group_key = 'emails' then value - 'sw' else '{}' end) as m
      union all select m.key, 'sw.' || m.key, m.value
        from jsonb_each(case when group_key = 'emails' then value -> 'sw' else '{}' end) as m) as mail,
    jsonb_each_text(mail.template) as part (key, text),
    lateral (select btrim(found[1]) as name
      from regexp_matches(part.text, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$$;

-- Strict, because what it asks about pages is made after the first settings.
create function private.menu_problems(value jsonb) returns table (path text, problem jsonb)
language sql stable strict set search_path = '' as $$
  with entries as (
    select place.part || '.' || (e.number - 1) as path, e.item, place.part = 'header' as leads_itself
    from (values ('header'), ('footer')) as place (part),
      jsonb_array_elements(value -> place.part) with ordinality as e (item, number)
    union all
    select concat_ws('.', place.part, e.number - 1, 'links', l.number - 1), l.item, true
    from (values ('header'), ('footer')) as place (part),
      jsonb_array_elements(value -> place.part) with ordinality as e (item, number),
      jsonb_array_elements(e.item -> 'links') with ordinality as l (item, number)
  ), judged as (
    select e.path, e.item, e.leads_itself, btrim(e.item ->> 'to') as target,
      coalesce(jsonb_array_length(e.item -> 'links'), 0) > 0 as is_group
    from entries e
  )
  select j.path || '.shownTo', private.say('Choose who sees this entry.') from judged j
  where j.item ->> 'shownTo' not in ('everyone', 'visitors', 'nobody')
  union all
  select j.path || '.to', private.say('Choose where this entry leads, or add entries below it.') from judged j
  where j.leads_itself and not j.is_group and j.target = ''
  union all
  select j.path || '.to', private.say('An entry with entries below it leads nowhere itself.') from judged j
  where j.is_group and j.target <> ''
  union all
  select j.path || '.to', private.say(
    'No page is published at {address}. Publish it, choose another target, or hide this entry.',
    jsonb_build_object('address', j.target))
  from judged j
  where j.target <> '' and j.item ->> 'shownTo' <> 'nobody' and private.menu_target(j.target) is null
$$;

create function private.text_problem(value text, shape text) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when value ~ '[\x01-\x08\x0b-\x1f\x7f]'
      then private.say('This holds characters that cannot be shown. Type it again.')
    when btrim(value) = '' then case when shape like '%?%' then null else private.say('Enter something here.') end
    when shape like 'text%' then case when length(value) > split_part(shape, ':', 2)::integer
      then private.say('Use at most {limit} characters.',
        jsonb_build_object('limit', split_part(shape, ':', 2)::integer)) end
    when length(value) > 500 then private.say('Use at most 500 characters.')
    when shape = 'email' then case
      when not private.is_email(value) then private.say('Enter an email address such as name@example.com.') end
    when shape = 'phone' then case
      when value !~ '^\+?[0-9][0-9 ()-]{6,24}$' then private.say('Enter a phone number such as +254 700 000 000.') end
    when shape like 'url%' then case
      when value !~* '^https://[^\s<>"]+$' then private.say('Enter an address that begins with https://.') end
    else case when value !~* '^https://[^\s<>"]+$'
      and value !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$'
      then private.say('Enter an address on this site, such as /pricing, or one that begins with https://.') end
  end
$$;

create function private.setting_problems(value jsonb, shape jsonb, place text default '')
  returns table (path text, problem jsonb)
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := case when jsonb_typeof(shape) = 'string' then shape #>> '{}' end;
  list constant jsonb := case when jsonb_typeof(shape) = 'array' then shape end;
begin
  if list is not null then
    if jsonb_typeof(value) is distinct from 'array' then
      return query select place, private.say('This is a list.');
    elsif jsonb_array_length(value) not between (list ->> 1)::integer and (list ->> 2)::integer then
      return query select place, case when (list ->> 1)::integer = 0
          then private.say('At most {most} entries.', jsonb_build_object('most', list -> 2))
        else private.say('Between {least} and {most} entries.', jsonb_build_object('least', list -> 1,
          'most', list -> 2)) end;
    else
      return query select p.path, p.problem from jsonb_array_elements(value) with ordinality as entry (item, number),
        private.setting_problems(entry.item,
          list #> '{0,0}', concat_ws('.', nullif(place, ''), (entry.number - 1)::text)) as p;
    end if;
  elsif kind is null then
    if jsonb_typeof(value) is distinct from 'object' then
      return query select place, private.say('This is a group of fields.');
      return;
    end if;
    return query select concat_ws('.', nullif(place, ''), k.key), private.say('This field is unknown.')
      from jsonb_object_keys(value) as k (key) where not shape ? k.key and not shape ? (k.key || '?');
    return query select p.path, p.problem
      from (select rtrim(shapes.key, '?'), shapes.key like '%?', shapes.value
      from jsonb_each(shape) as shapes) as field (key, is_optional, form),
      private.setting_problems(coalesce(value -> field.key, 'null'), field.form,
        concat_ws('.', nullif(place, ''), field.key)) as p
      where not field.is_optional or value ? field.key;
  elsif kind = 'flag' then
    return query select place, private.say('Choose yes or no.') where jsonb_typeof(value) is distinct from 'boolean';
  elsif kind like 'whole:%' then
    return query select place, private.say('Enter a whole number from {least} to {most}.',
        jsonb_build_object('least', split_part(kind, ':', 2), 'most', split_part(kind, ':', 3)))
    where case when jsonb_typeof(value) = 'number'
      then (value #>> '{}')::numeric % 1 <> 0
        or (value #>> '{}')::numeric not between split_part(kind, ':', 2)::numeric and split_part(kind, ':', 3)::numeric
        else true end;
  elsif jsonb_typeof(value) is distinct from 'string' then
    return query select place, private.say('Enter something here.');
  else
    return query select place, wrong from private.text_problem(value #>> '{}', kind) as wrong where wrong is not null;
  end if;
end
$$;
comment on function private.setting_problems(jsonb, jsonb, text)
  is 'What is wrong with a group of settings, field by field.';

-- A field of a settings group, as text.
create function private.setting(group_key text, variadic field text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select value #> field from public.settings where key = group_key
$$;

insert into public.settings (key, is_public, value)
  values ('announcement', true, '{"isShown": false, "text": "", "label": "", "url": ""}') on conflict (key) do nothing;

insert into public.settings (key, is_public, value) values ('mail_budget', false,
  '{"trialSchoolDaily": 200, "paidSchoolDaily": 20000, "networkDaily": 300, "recipientDaily": 20, '
    '"platformRecipientDaily": 100, "networkOrdersHourly": 120, "trustedHops": 1}')
on conflict (key) do nothing;

insert into public.settings (key, is_public, value)
  values ('subscriptions', false, '{"reminderDays": [14, 7, 1], "graceDays": 30, "priceNoticeDays": 30}')
  on conflict (key) do nothing;

insert into public.settings (key, is_public, value) values ('emails', false, jsonb_build_object(
  'proforma', jsonb_build_object(
    'subject', 'Order {{order}}: how to pay',
    'opening', 'We have your order {{order}} for {{institution}}. This is a proforma invoice, not a tax invoice.',
    'closing', 'Please transfer {{total}} to this account within {{days}} days, with the reference exactly as it '
      'stands here. Your licences follow as soon as the payment has arrived.'),
  'receipt', jsonb_build_object(
    'subject', 'Order {{order}}: paid',
    'opening', 'We have received your payment for order {{order}}. Your licences are active.',
    'closing', ''),
  'refund', jsonb_build_object(
    'subject', 'Order {{order}}: {{amount}} paid back',
    'opening', 'Hello {{customer}}, we have paid back {{amount}} of your payment for order {{order}}.',
    'closing', ''),
  'sw', jsonb_build_object(
    'proforma', jsonb_build_object(
      'subject', 'Agizo {{order}}: jinsi ya kulipa',
      'opening', 'Tumepokea agizo lako {{order}} la {{institution}}. Hii ni ankara ya awali, si ankara ya kodi.',
      'closing', 'Tuma {{total}} kwenye akaunti hii ndani ya siku {{days}}, ukiandika rejeleo kama lilivyo hapa. '
        'Utapata leseni zako mara tu malipo yatakapofika.'),
    'receipt', jsonb_build_object(
      'subject', 'Agizo {{order}}: limelipwa',
      'opening', 'Tumepokea malipo yako ya agizo {{order}}. Leseni zako zinatumika.',
      'closing', ''),
    'refund', jsonb_build_object(
      'subject', 'Agizo {{order}}: {{amount}} zimerejeshwa',
      'opening', 'Habari {{customer}}, tumerejesha {{amount}} za malipo yako ya agizo {{order}}.',
      'closing', ''))))
on conflict (key) do nothing;
