-- Registers of any number of days are counted in one transaction: sixty-four locks for all of them, taken in one order.
create or replace function private.count_new_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time per class and day, so that two who mark the same class count each other's marks.
  perform pg_advisory_xact_lock(7301, k.bucket) from (select distinct hashtext(class_id::text || day) & 63 as bucket from written order by 1) k;
  perform private.count_register(k.class_id, k.day) from (select distinct class_id, day from written) k;
  return null;
end
$$;
create or replace function private.count_changed_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7301, k.bucket) from (select distinct hashtext(class_id::text || day) & 63 as bucket from (select class_id, day from written union select class_id, day from was) t order by 1) k;
  perform private.count_register(k.class_id, k.day) from (select class_id, day from written union select class_id, day from was) k;
  return null;
end
$$;
