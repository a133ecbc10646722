/** The superuser by its Supabase name. Only the bootstrap, backups and tests connect with it. */
export const adminRole = 'supabase_admin';

/** Supabase roles that services connect with. */
export const loginRoles = ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin'] as const;

export type LoginRole = (typeof loginRoles)[number] | typeof adminRole;

/** Connection URL of a role on the loopback address. */
export function databaseUrl({
  role,
  password,
  port,
  database = 'postgres',
}: {
  role: LoginRole;
  password: string;
  port: number;
  database?: string;
}): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** The same server as `url` with another role, password or database. */
export function urlFor(url: string, { role, password, database }: { role?: LoginRole; password?: string; database?: string }): string {
  const other = new URL(url);
  if (role) other.username = role;
  if (password) other.password = password;
  if (database) other.pathname = `/${database}`;
  return other.href;
}
