-- Was in 02_demo_usage.sql.
-- The receipts of the window were printed on receipt paper, one of them twice.
insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by, printed_at)
select r.school_id, r.id, r.receipt_number, 0, r.cashier_id, r.recorded_at from public.quick_receipts r;
insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by, printed_at)
select r.school_id, r.id, r.receipt_number, 1, r.cashier_id, r.recorded_at + interval '2 hours' from public.quick_receipts r order by r.recorded_at, r.receipt_number, r.school_id limit 1;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:thermal-print', date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h where h.name = 'Greenfield Academy';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
