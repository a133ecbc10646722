delete from private.school_tables where name in (
  'public.branch_moves');

drop trigger audit on public.branch_moves;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.branch_moves", "audit": [], "blank": null, "erase": "keep", "label": "Moves between branches", "reader": null, "traced": [], "aged_by": null, "feature": "addon:multi-branch", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');
