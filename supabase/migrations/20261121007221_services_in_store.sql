-- Services are sold at their listed price unless the price book takes them out of the store; plans are agreed with sales first.
alter table public.services alter column in_store set default true;
update public.services set in_store = true;
