/** What the command needs of an installation, wherever it runs. */
export type AccountAdmin = {
  /** Addresses of those who run the platform. */
  listSuperAdmins(): Promise<string[]>;
  findAccount(email: string): Promise<{ id: string; isActive: boolean } | null>;
  /** Makes an account with a confirmed address; resolves to its id. */
  createWithPassword(email: string, password: string): Promise<string>;
  /** Makes an account and mails the link that leads to a password; resolves to its id. */
  inviteByMail(email: string): Promise<string>;
  makeSuperAdmin(id: string): Promise<void>;
};

type Options = {
  email: string;
  /** Whether there may be one already. */
  allowAnother: boolean;
  /** Asked only once it is sure that an account will be made; `null` mails a link instead. */
  askPassword: (() => Promise<string>) | null;
};

export type CreateResult = 'with the password' | 'with a mailed link' | 'of the account there was';

const addressPattern = /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/;

/**
 * Makes somebody a super admin: the first of a new installation, or one more. An account that exists keeps its password.
 * A run that broke off may be repeated: it goes on where the other ended.
 */
export async function createSuperAdmin(desk: AccountAdmin, { email, allowAnother: another, askPassword }: Options): Promise<CreateResult> {
  const address = email.trim().toLowerCase();
  if (!addressPattern.test(address) || address.length > 254) throw new Error(`"${email}" is no email address like name@school.ac.ke.`);
  const existing = await desk.listSuperAdmins();
  if (existing.includes(address))
    throw new Error(`${address} is a super admin already. A forgotten password is replaced on the sign-in page.`);
  if (existing.length > 0 && !another)
    throw new Error(`There is a super admin already: ${existing.join(', ')}. Add --another to make ${address} one too.`);
  const account = await desk.findAccount(address);
  if (account && !account.isActive)
    throw new Error(`The account ${address} is deactivated. Activate it in the dashboard first, or name another address.`);
  const id = account?.id ?? (await (askPassword ? desk.createWithPassword(address, await askPassword()) : desk.inviteByMail(address)));
  await desk.makeSuperAdmin(id);
  if (account) return 'of the account there was';
  return askPassword ? 'with the password' : 'with a mailed link';
}
