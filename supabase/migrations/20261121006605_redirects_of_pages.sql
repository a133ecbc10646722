-- Addresses of files are answered without a look at the pages; only those of pages, old .html ones among them, can move.
create function private.judge_redirect_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.from_path ~* '\.[a-z0-9]{2,12}/?$' and new.from_path !~* '\.html?/?$' then
    perform private.refuse_redirect('Only addresses of pages can move, such as /old-page or /old-page.html. Put a new file into the media library instead.', 'file', 'from_path');
  end if;
  return new;
end
$$;
create trigger judge_kind before insert or update on public.site_redirects for each row execute function private.judge_redirect_kind();
