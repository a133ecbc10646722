-- Credit notes: what a charge was too much, with the reason. The charge stays on the statement.

create table public.fee_credits (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  charge_id uuid not null references public.fee_charges (id) on delete cascade,
  credit_number text not null,
  amount integer not null check (amount > 0),
  reason text not null check (length(btrim(reason)) between 1 and 300),
  issued_on date not null,
  issued_by uuid references public.users (id) on delete set null,
  request_id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  unique (school_id, credit_number),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.fee_credits is 'Credit notes: what is not owed of a charge after all, and why. Never changed.';

create index fee_credits_school_idx on public.fee_credits (school_id, issued_on desc, id);
create index fee_credits_student_idx on public.fee_credits (student_id);
create index fee_credits_charge_idx on public.fee_credits (charge_id);
create index fee_credits_issued_by_idx on public.fee_credits (issued_by);

select private.school_table('public.fee_credits', subject => 'student_id', erase => 'keep', audit => true,
  verbs => '{insert}');
grant select on public.fee_credits to authenticated;

create policy "Administrators see credit notes, families their children's" on public.fee_credits for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('fee-account:read-all')) or student_id in (select private.my_student_ids())));

create function public.credit_charge(charge_id uuid, amount integer, reason text,
  request_id uuid default gen_random_uuid()) returns public.fee_credits
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:refund');
  why constant text := private.require_text(credit_charge.reason, 300, 'reason', 'Say why the charge is credited.');
  charge public.fee_charges;
  number integer;
  credit public.fee_credits;
begin
  select * into charge from public.fee_charges c where c.id = credit_charge.charge_id
    and c.school_id = school for update;
  if not found then
    perform private.refuse('fee.charge_not_found', 'This charge is no longer here.', errcode => 'P0002');
  end if;
  select * into credit from public.fee_credits k where k.request_id = credit_charge.request_id and k.school_id = school;
  if found then
    return credit;
  end if;
  if credit_charge.amount is null or credit_charge.amount < 1 then
    perform private.refuse('fee.invalid_amount',
      'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if credit_charge.amount > charge.amount - charge.credited then
    perform private.refuse('fee.credit_too_much', 'Only {amount} of this charge is left to credit.',
      jsonb_build_object('amount', private.money(charge.amount - charge.credited)), 'amount');
  end if;
  perform set_config('masomo.reason', why, true);
  insert into private.invoice_counters as n (school_id, last, last_credit) values (school, 0, 1)
  on conflict (school_id) do update set last_credit = n.last_credit + 1 returning n.last_credit into number;
  update public.fee_charges c set credited = c.credited + credit_charge.amount where c.id = charge.id;
  insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on, issued_by,
    request_id)
  values (school, charge.student_id, charge.id, 'CRN-' || lpad(number::text, greatest(5, length(number::text)), '0'),
    credit_charge.amount, why, private.school_today(school), private.signed_in_uid(), credit_charge.request_id)
  returning * into credit;
  return credit;
end
$$;
comment on function public.credit_charge(uuid, integer, text, uuid) is
  'Takes back a charge, or a part of it, by a credit note with its reason; a second call with the same request_id '
    'returns the first. Administrators only.';
grant execute on function public.credit_charge(uuid, integer, text, uuid) to authenticated;
