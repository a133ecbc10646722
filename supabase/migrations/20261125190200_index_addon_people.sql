create index behaviour_follow_ups_assigned_to_idx on public.behaviour_follow_ups using btree (assigned_to, due_on);

create index quick_receipts_cashier_idx on public.quick_receipts using btree (cashier_id, paid_on);
