-- How the store is paid, taxed and heard: what its settings may hold, and the rate of VAT taken from them.

-- Shapes of the site's groups stand where they were; the store's are added to them.
alter function private.setting_shapes() rename to site_setting_shapes;
alter function private.all_setting_problems(text, jsonb) rename to site_setting_problems;

create function private.setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select private.site_setting_shapes() || jsonb_build_object(
    'payments', '{"methods": [["text:20"], 1, 3], "bank": {"bankName": "text:120", "branch": "text:120", "accountName": "text:120", "accountNumber": "text:40", "swift": "text:11", "validDays": "whole:1:90"}}'::jsonb,
    'company', '{"vatPercent": "whole:0:50", "kraPin": "text?:11", "currency": "text:3"}'::jsonb,
    'subscriptions', '{"trialDays": "whole:1:365", "reminderDays": [["whole:1:60"], 1, 6], "graceDays": "whole:0:180", "priceNoticeDays": "whole:0:180"}'::jsonb,
    'letters', jsonb_build_object('proforma', letter, 'receipt', letter, 'refund', letter))
  from (values ('{"subject": "text:160", "opening": "text:1500", "closing": "text?:1500"}'::jsonb)) as parts (letter)
$$;

-- The words in double braces that each mail about an order fills in.
create function private.mail_placeholders(mail text) returns text[]
language sql immutable set search_path = '' as $$
  select array['customer', 'institution', 'order', 'total'] || case mail
    when 'proforma' then array['reference', 'days']
    when 'receipt' then array['receipt', 'day']
    when 'refund' then array['amount', 'receipt', 'reason']
    else array[]::text[] end
$$;

create function private.store_setting_problems(group_key text, value jsonb) returns table (path text, problem text)
language sql stable set search_path = '' as $$
  select 'methods', 'Choose each way of paying once, of M-Pesa, card and bank transfer.'
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method) where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', 'A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.'
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', 'A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.'
  where group_key = 'company' and value ->> 'kraPin' <> '' and value ->> 'kraPin' !~ '^[AP][0-9]{9}[A-Z]$'
  union all
  select 'currency', 'Prices are in KES.' where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', 'Name each day once.'
  where group_key = 'subscriptions' and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.key, part.key), format('{{%s}} is not filled in by this mail. It knows %s.', unknown.name,
    (select string_agg('{{' || known || '}}', ', ') from unnest(private.mail_placeholders(mail.key)) as known))
  from jsonb_each(case when group_key = 'letters' then value else '{}' end) as mail (key, letter), jsonb_each_text(mail.letter) as part (key, words),
    lateral (select btrim(found[1]) as name from regexp_matches(part.words, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$$;

create function private.all_setting_problems(group_key text, value jsonb) returns table (path text, problem text)
language sql stable set search_path = '' as $$
  with found as materialized (select p.path, p.problem from private.site_setting_problems(group_key, value) as p)
  select f.path, f.problem from found f
  union all
  select p.path, p.problem from private.store_setting_problems(case when not exists (select from found) then group_key end, value) as p
$$;
comment on function private.all_setting_problems(text, jsonb) is 'Everything wrong with a group of settings: of its fields, and of what they mean together.';

insert into public.settings (key, is_public, value) values ('letters', false, jsonb_build_object(
  'proforma', jsonb_build_object(
    'subject', 'Order {{order}}: how to pay',
    'opening', 'We have your order {{order}} for {{institution}}. This is a proforma invoice, not a tax invoice.',
    'closing', 'Please transfer {{total}} to this account within {{days}} days, with the reference exactly as it stands here. Your licences follow as soon as the payment has arrived.'),
  'receipt', jsonb_build_object(
    'subject', 'Order {{order}}: paid',
    'opening', 'We have received your payment for order {{order}}. Your licences are active.',
    'closing', ''),
  'refund', jsonb_build_object(
    'subject', 'Order {{order}}: {{amount}} paid back',
    'opening', 'Hello {{customer}}, we have paid back {{amount}} of your payment for order {{order}}.',
    'closing', '')))
on conflict (key) do nothing;

-- VAT is inside the price, at the rate in force; an order keeps what it was at.
create or replace function private.net_of(gross bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(gross::numeric * 100 / (100 + coalesce((private.setting('company', 'vatPercent'))::integer, 16)), 2)
$$;

-- Ways of paying this installation could offer, switched on or not: the settings screen tells what would be without effect.
create function public.configured_payment_methods() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return (select coalesce(jsonb_agg(m.method order by m.method), '[]') from unnest(enum_range(null::public.payment_method)) as m (method)
    where m.method = 'bank' or m.method in (select p.method from private.payment_providers p));
end
$$;
comment on function public.configured_payment_methods() is 'Ways of paying that are configured here. Super admins only.';
revoke execute on function public.configured_payment_methods() from public, anon;
grant execute on function public.configured_payment_methods() to authenticated;
