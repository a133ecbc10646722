-- Deleting an account looks its refunds up; without an index it would walk the table.
create index refunds_requested_by_idx on public.refunds (requested_by);
