/** Account operations of an installation, local or hosted. */
export type AccountAdmin = {
  /** Email addresses of the super admins, oldest first. */
  listSuperAdmins(): Promise<string[]>;
  findAccount(email: string): Promise<{ id: string; isActive: boolean } | null>;
  /** Creates an account with a confirmed address; resolves to its id. */
  createWithPassword(email: string, password: string): Promise<string>;
  /** Creates an account and mails a link to choose a password; resolves to its id. */
  inviteByMail(email: string): Promise<string>;
  makeSuperAdmin(id: string): Promise<void>;
};

type Options = {
  email: string;
  /** Whether to continue when a super admin exists already. */
  allowAnother: boolean;
  /** Called only when an account will be created; `null` mails a link instead. */
  askPassword: (() => Promise<string>) | null;
};

export type CreateResult = 'created with password' | 'invited by mail' | 'promoted';

const addressPattern = /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/;

/**
 * Makes a person a super admin, creating the account when there is none; an existing account keeps its password.
 * Safe to repeat after an interrupted run. Throws when the address is invalid, a super admin already, or deactivated.
 */
export async function createSuperAdmin(desk: AccountAdmin, { email, allowAnother: another, askPassword }: Options): Promise<CreateResult> {
  const address = email.trim().toLowerCase();
  if (!addressPattern.test(address) || address.length > 254) throw new Error(`"${email}" is not an email address like name@school.ac.ke.`);
  const existing = await desk.listSuperAdmins();
  if (existing.includes(address)) throw new Error(`${address} is a super admin already. Reset a forgotten password on the sign-in page.`);
  if (existing.length > 0 && !another)
    throw new Error(`There is a super admin already: ${existing.join(', ')}. Add --another to make ${address} one too.`);
  const account = await desk.findAccount(address);
  if (account && !account.isActive)
    throw new Error(`The account ${address} is deactivated. Activate it in the dashboard first, or use another address.`);
  const id = account?.id ?? (await (askPassword ? desk.createWithPassword(address, await askPassword()) : desk.inviteByMail(address)));
  await desk.makeSuperAdmin(id);
  if (account) return 'promoted';
  return askPassword ? 'created with password' : 'invited by mail';
}
