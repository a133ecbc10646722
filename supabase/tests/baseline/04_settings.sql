-- Business settings a new installation starts with; a super admin edits them. Groups already there stay as they are.
insert into public.settings (key, is_public, value)
values
  ('payments', true, '{"methods": ["mpesa", "card", "bank"], "bank": {"bankName": "Kenya Commercial Bank", "branch": "Ngong Road", "accountName": "Masomo Technologies Ltd", "accountNumber": "0000000000", "swift": "KCBLKENX", "validDays": 14}}'),
  ('company', true, '{"vatPercent": 16, "kraPin": "", "currency": "KES"}'),
  ('cms', false, '{"keepVersions": 50}')
on conflict (key) do nothing;

insert into public.exchange_rates (base, quote, rate, source, fetched_at)
select 'USD', 'KES', 130, 'default', timestamptz '2000-01-01'
where not exists (select from public.exchange_rates);
