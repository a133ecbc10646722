import { createClient } from '@supabase/supabase-js';
import type { Fetcher } from '@masomo/gateway';
import type { AccountAdmin } from './createSuperAdmin.ts';

type Options = { origin: string; secretKey: string; fetcher?: Fetcher; newPasswordPage: string };

/** Creates accounts through the Auth API with the secret key: in process through `fetcher`, or over the network. */
export function authAdmin({
  origin,
  secretKey,
  fetcher,
  newPasswordPage,
}: Options): Pick<AccountAdmin, 'createWithPassword' | 'inviteByMail'> {
  const { auth } = createClient(origin, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(fetcher ? { global: { fetch: async (input: RequestInfo | URL, init?: RequestInit) => fetcher(new Request(input, init)) } } : {}),
  });
  return {
    async createWithPassword(email, password) {
      const { data, error } = await auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw new Error(`The account was not created: ${error.message}.`.replace(/\.\.$/, '.'), { cause: error });
      return data.user.id;
    },
    async inviteByMail(email) {
      const { data, error } = await auth.admin.inviteUserByEmail(email, { redirectTo: newPasswordPage });
      if (error)
        throw new Error(`The link could not be mailed: ${error.message}. Check SMTP_URL, or type a password instead.`, { cause: error });
      return data.user.id;
    },
  };
}
