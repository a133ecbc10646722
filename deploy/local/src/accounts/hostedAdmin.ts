import { createClient } from '@supabase/supabase-js';
import { authAdmin } from './authAdmin.ts';
import type { AccountAdmin } from './createSuperAdmin.ts';

/** Account operations of a Supabase project, with its secret key. `origin` is the public address of the product. */
export function hostedAdmin({ url, secretKey, origin }: { url: string; secretKey: string; origin: string }): AccountAdmin {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  return {
    ...authAdmin({ origin: url, secretKey, newPasswordPage: `${origin}/login/new-password` }),
    async listSuperAdmins() {
      const { data, error } = await client
        .from('super_admins')
        .select('users!inner(email)')
        .order('created_at')
        .overrideTypes<{ users: { email: string } }[], { merge: false }>();
      if (error) throw projectError(error);
      return data.map(({ users }) => users.email.toLowerCase());
    },
    async findAccount(email) {
      const { data, error } = await client
        .from('users')
        .select('id, is_active')
        .eq('email', email)
        .maybeSingle<{ id: string; is_active: boolean }>();
      if (error) throw projectError(error);
      return data && { id: data.id, isActive: data.is_active };
    },
    async makeSuperAdmin(id) {
      const { error } = await client.from('super_admins').upsert({ id }, { ignoreDuplicates: true });
      if (error) throw projectError(error);
    },
  };
}

const projectError = ({ message }: { message: string }) =>
  new Error(
    `The project refused: ${message}. Check SUPABASE_URL and SUPABASE_SECRET_KEY, and that its migrations are applied (supabase db push).`,
  );
