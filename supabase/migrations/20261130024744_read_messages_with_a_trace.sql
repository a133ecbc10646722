delete from private.school_tables where name in (
  'public.conversation_messages',
  'public.conversations');

set check_function_bodies = off;

drop policy "Parents and teachers see their own, who oversees them all" on public.conversation_messages;

drop policy "Parents and teachers see their own, who oversees them all" on public.conversations;

create or replace function private.exported_conversations (
  student uuid
)
  returns jsonb
  language sql
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.readable_conversations() c
  where c.student_id = exported_conversations.student
$function$;

create or replace function private.exported_messages (
  student uuid
)
  returns jsonb
  language sql
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.sent_at), '[]')
  from private.readable_conversations() c cross join lateral public.read_messages(c.id) m
  where c.student_id = exported_messages.student
$function$;

create or replace function private.readable_conversations()
  returns SETOF public.conversations
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.* from public.conversations c
  where c.school_id = (select private.childrens_school())
    and c.student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('conversation:read-all')) or c.id in (select private.my_conversation_ids()))
$function$;

create or replace function public.list_conversations (
  search text default null::text
)
  returns table (
    id                    uuid,
    student_id            uuid,
    student               text,
    class_name            text,
    guardian              text,
    teacher_id            uuid,
    teacher               text,
    is_guardian           boolean,
    is_teacher            boolean,
    can_write             boolean,
    last_at               timestamp with time zone,
    last_body             text,
    last_is_from_guardian boolean,
    unread                integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with mine as materialized (select m.id from private.my_conversation_ids() as m (id)),
  readable as (
    select c.*, g.user_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_guardian,
      c.teacher_id = private.signed_in_uid() and c.id in (select m.id from mine m) as is_teacher,
      g.full_name as guardian
    from private.readable_conversations() c join public.guardians g on g.id = c.guardian_id)
  select r.id, s.id, s.full_name, k.name, r.guardian, r.teacher_id, u.full_name,
    coalesce(r.is_guardian, false), r.is_teacher,
    (coalesce(r.is_guardian, false) or r.is_teacher) and private.teaches_now(r.teacher_id, s.id)
      and private.guards_now(r.guardian_id, s.id),
    r.last_at, case when r.is_guardian or r.is_teacher then l.body end, l.is_from_guardian,
    (select count(*)::integer from public.conversation_messages m where m.conversation_id = r.id
      and (r.is_teacher and m.is_from_guardian and m.sent_at > coalesce(r.teacher_read_at, '-infinity')
        or r.is_guardian and not m.is_from_guardian and m.sent_at > coalesce(r.guardian_read_at, '-infinity')))
  from readable r join public.students s on s.id = r.student_id
  left join public.classes k on k.id = s.class_id join public.users u on u.id = r.teacher_id
  cross join lateral (select left(m.body, 160) as body, m.is_from_guardian from public.conversation_messages m
    where m.conversation_id = r.id order by m.sent_at desc, m.id limit 1) l
  where (select private.search_patterns(list_conversations.search)) is null
    or private.fold_text(concat_ws(' ', s.full_name, r.guardian, u.full_name))
      like all ((select private.search_patterns(list_conversations.search))::text[])
$function$;

create or replace function public.open_conversation (
  conversation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
begin
  update public.conversations c set
    teacher_read_at = case when c.teacher_id = me then clock_timestamp() else c.teacher_read_at end,
    guardian_read_at = case when c.teacher_id = me then c.guardian_read_at else clock_timestamp() end
  where c.id = open_conversation.conversation_id and c.id in (select private.my_conversation_ids());
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  end if;
  perform private.mark_notifications(array(select n.id from public.notifications n
    join public.conversation_messages m on n.source = 'conversation/' || m.id
    where m.conversation_id = open_conversation.conversation_id and n.user_id = me and n.read_at is null));
end
$function$;

create or replace function public.read_messages (
  conversation_id uuid
)
  returns SETOF public.conversation_messages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  conversation public.conversations;
begin
  select * into conversation from private.readable_conversations() c where c.id = read_messages.conversation_id;
  if not found then
    perform private.refuse('conversation.unknown', 'This conversation is not yours any more.', errcode => 'P0002');
  elsif conversation.id not in (select private.my_conversation_ids()) then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
    select me, conversation.school_id, conversation.student_id, 'read', 'conversations', conversation.id
    where not exists (select from public.audit_log l where l.entity = 'conversations'
      and l.entity_id = conversation.id::text and l.actor_id = me and l.action = 'read'
      and l.at > now() - interval '1 hour');
  end if;
  return query select m.* from public.conversation_messages m where m.conversation_id = conversation.id;
end
$function$;

create policy "Parents and teachers see their own" on public.conversation_messages
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND (conversation_id in ( select private.my_conversation_ids() as my_conversation_ids))));

create policy "Parents and teachers see their own" on public.conversations
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND (id in ( select private.my_conversation_ids() as my_conversation_ids))));

comment on function public.list_conversations(text) is 'The conversations that the caller may read: own ones as a parent or teacher, with the last message, what is unread and whether they may still write, and those of the school for who oversees them, without a word of a message.';

comment on function public.open_conversation(uuid) is 'Notes that parent or teacher has read a conversation, with its notifications.';

comment on function public.read_messages(uuid) is 'The messages of a conversation. The log of the child has an entry of each reading by who oversees it.';

comment on table public.conversations is 'A parent''s conversation with a teacher about a child. Read by the two while they are parent and teacher of the child; who may oversee conversations reads them by functions that log it.';

revoke all on function private.exported_conversations(uuid) from public;

grant execute on function private.exported_conversations(uuid) to authenticated;

revoke all on function private.exported_messages(uuid) from public;

grant execute on function private.exported_messages(uuid) to authenticated;

revoke all on function private.readable_conversations() from public;

grant execute on function private.readable_conversations() to authenticated;

revoke all on function public.read_messages(uuid) from public;

grant execute on function public.read_messages(uuid) to authenticated;

grant execute on function public.read_messages(uuid) to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.conversation_messages", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": "private.exported_messages", "traced": [], "aged_by": null, "feature": null, "notices": ["conversation"], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.conversations", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": "private.exported_conversations", "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
