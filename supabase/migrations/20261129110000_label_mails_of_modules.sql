set check_function_bodies = off;

alter table private.mail_kinds add column label text;

alter table private.mail_kinds add constraint mail_kinds_label_check check (length(btrim(label)) between 1 and 80);

comment on column private.mail_kinds.label is 'What people call it; null where the screens have a label of their own.';

create function private.mail_kind(template text, payer text, label text, withdrawal text default null) returns void
language sql set search_path = '' as $$
  insert into private.mail_kinds (template, payer, label, withdrawal)
  values (mail_kind.template, mail_kind.payer, mail_kind.label, mail_kind.withdrawal)
$$;

revoke all on function private.mail_kind(text, text, text, text) from public;

create function public.list_mail_kinds() returns table (template text, label text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return query select k.template, k.label from private.mail_kinds k where k.label is not null order by k.template;
end
$$;
grant execute on function public.list_mail_kinds() to authenticated;

revoke all on function public.list_mail_kinds() from public;

update private.mail_kinds set label = 'Arrival at school' where template = 'gate-arrival';

update private.mail_kinds set label = 'Departure from school' where template = 'gate-departure';

update private.mail_kinds set label = 'Reminder to set up two-step sign-in' where template = 'two-factor-reminder';
