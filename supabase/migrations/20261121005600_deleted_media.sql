-- A deleted file of the media library leaves its public address at once and comes back when it is restored.
create function private.show_or_hide_media() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update storage.objects o
  set user_metadata = coalesce(o.user_metadata, '{}') || jsonb_build_object('hidden', not new.is_active)
  where o.bucket_id = 'cms-media' and o.name = new.file_path;
  return new;
end
$$;
comment on function private.show_or_hide_media() is 'The storage service gives no hidden object to visitors.';
revoke execute on function private.show_or_hide_media() from public;
create trigger show_or_hide after update of is_active on public.cms_media
  for each row when (old.is_active is distinct from new.is_active) execute function private.show_or_hide_media();
