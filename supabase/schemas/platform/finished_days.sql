-- Days that are over: what was done on them does not change any more and is counted once.
create table private.finished_days (
  day date primary key,
  sign_ins integer not null,
  changes integer not null
);

alter table private.finished_days enable row level security;

create function private.count_day(counted_day date, out sign_ins integer, out changes integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  first_moment constant timestamptz := counted_day::timestamp at time zone 'Africa/Nairobi';
  next_moment constant timestamptz := (counted_day + 1)::timestamp at time zone 'Africa/Nairobi';
begin
  select d.sign_ins, d.changes into sign_ins, changes from private.finished_days d where d.day = counted_day;
  if not found then
    sign_ins := (select count(distinct s.user_id) from auth.sessions s where s.created_at >= first_moment
      and s.created_at < next_moment);
    changes := (select count(*) from public.audit_log l where l.at >= first_moment and l.at < next_moment);
  end if;
end
$$;

create function private.finish_days() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.today();
  finished integer;
begin
  insert into private.finished_days (day, sign_ins, changes)
  select d.day, n.sign_ins, n.changes
  from (select day::date as day from generate_series(today - 29, today - 1, interval '1 day') as day) d,
    private.count_day(d.day) n
  where not exists (select from private.finished_days f where f.day = d.day);
  get diagnostics finished = row_count;
  delete from private.finished_days where day < today - 60;
  return finished;
end
$$;
comment on function private.finish_days()
  is 'Counts the days of the last month that are over and not counted yet; returns how many.';
