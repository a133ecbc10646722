-- How much waits for the caller, beside the entries of the menu. It is asked on every screen: each counter reads an
-- index, and answers null for those who may not do what waits.
create table private.waiting_counters (
  screen text primary key check (screen like '/dashboard/%'),
  counter text not null,
  topics text[] not null check (cardinality(topics) > 0)
);
comment on table private.waiting_counters is
  'What waits on which screen: functions in private that count it for the caller.';
comment on column private.waiting_counters.topics is 'Tables whose changes change the count.';
alter table private.waiting_counters enable row level security;
revoke all on private.waiting_counters from service_role;
grant select on private.waiting_counters to authenticated;
create policy "Everybody's counts are asked for by their names" on private.waiting_counters for select to authenticated
  using (true);

-- Says that a function counts what waits on a screen; a module says so in a file of its own schema.
create function private.count_waiting(screen text, counter text, topics text[]) returns void
language sql set search_path = '' as $$
  insert into private.waiting_counters (screen, counter, topics)
  values (count_waiting.screen, count_waiting.counter, count_waiting.topics)
$$;
