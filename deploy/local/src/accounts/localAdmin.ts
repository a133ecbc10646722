import type pg from 'pg';
import { serviceRoleTokens, withApiKeys } from '../keys/apiKeys.ts';
import { authSettings, createAuthService } from '../auth/createAuthService.ts';
import { startMail } from '../mail/startMail.ts';
import { loadSecrets } from '../keys/secrets.ts';
import { readSupabaseConfig } from '../backend/supabaseConfig.ts';
import { authAdmin } from './authAdmin.ts';
import type { AccountAdmin } from './createSuperAdmin.ts';
import { isPublicOrigin } from '../production/publicOrigin.ts';
import { openPool } from '../database/connections.ts';
import { withLocalDatabase } from '../database/withLocalDatabase.ts';
import { errorMessage } from '../host/errorCode.ts';

type Options = {
  dataDir: string;
  /** Public address of the product, for the mailed link. */
  origin: string;
  databaseUrl?: string | undefined;
  environment?: Record<string, string | undefined>;
  log: (line: string) => void;
};

/** Runs `work` with the account operations of a local installation, whether the product is running or not. */
export async function withLocalAdmin<T>(options: Options, work: (admin: AccountAdmin) => Promise<T>): Promise<T> {
  return withLocalDatabase(options, async (urlAs) => {
    const { dataDir, origin, environment = process.env, log } = options;
    const [secrets, config] = await Promise.all([loadSecrets(dataDir), readSupabaseConfig()]);
    const mail = await startMail({ dataDir, environment, isPublic: isPublicOrigin(origin), log });
    const onError = (error: Error) => log(error.message);
    const pool = openPool({ connectionString: urlAs('supabase_auth_admin'), max: 2 }, onError);
    const owner = openPool({ connectionString: urlAs('postgres'), max: 1 }, onError);
    try {
      const service = createAuthService({
        pool,
        keys: secrets.keys,
        mailer: mail.mailer,
        origin,
        settings: authSettings(config),
        onError: (error) => log(errorMessage(error)),
      });
      const { secretKey } = secrets;
      return await work({
        ...databaseAdmin(owner),
        ...authAdmin({
          origin,
          secretKey,
          fetcher: withApiKeys({ ...secrets, serviceRoleToken: serviceRoleTokens(secrets.keys) }, service),
          newPasswordPage: `${origin}/login/new-password`,
        }),
      });
    } finally {
      await Promise.all([pool.end(), owner.end(), mail.stop()]);
    }
  });
}

function databaseAdmin(owner: pg.Pool): Pick<AccountAdmin, 'listSuperAdmins' | 'findAccount' | 'makeSuperAdmin'> {
  return {
    async listSuperAdmins() {
      const { rows } = await owner.query<{ email: string }>(
        'select lower(u.email) as email from public.super_admins s join public.users u using (id) order by s.created_at',
      );
      return rows.map(({ email }) => email);
    },
    async findAccount(email) {
      const { rows } = await owner.query<{ id: string; isActive: boolean }>(
        'select id, is_active as "isActive" from public.users where lower(email) = $1',
        [email],
      );
      return rows[0] ?? null;
    },
    async makeSuperAdmin(id) {
      await owner.query('insert into public.super_admins (id) values ($1) on conflict (id) do nothing', [id]);
    },
  };
}
