import { setImmediate } from 'node:timers/promises';
import { type Pool } from 'pg';
import { type Mailer } from '../mail/mailer.ts';
import { createAccessTokens, type AccessTokens } from './sessions/accessTokens.ts';
import { type SigningKeys } from '../keys/signingKeys.ts';
import { createGuesses, type Guesses } from './guessing/guesses.ts';
import { createRateLimits, type Limit, type LimitName, type RateLimits } from './rateLimits.ts';
import { authSettings, type AuthSettings } from './settings.ts';

export type AuthDependencies = {
  /** Connections as `supabase_auth_admin`. */
  pool: Pool;
  keys: SigningKeys;
  mailer: Pick<Mailer, 'send'>;
  /** False when the installation has no mail server. */
  sendsMail?: boolean;
  /** Public address of the product, such as `http://localhost:8080`; prefix of links and of the token issuer. */
  origin: string;
  clock?: () => Date;
  /** Settings from `supabase/config.toml`. */
  settings?: AuthSettings;
  limits?: Record<LimitName, Limit>;
  /** Called with unexpected errors, not with invalid input. */
  onError?: (error: unknown) => void;
  /** Takes over work whose end the response does not wait for, and which never rejects. */
  inBackground?: (work: Promise<void>) => void;
};

/** Dependencies of every route. */
export type AuthContext = Required<Omit<AuthDependencies, 'clock' | 'limits' | 'keys' | 'inBackground'>> & {
  now: () => Date;
  jwks: SigningKeys['jwks'];
  tokens: AccessTokens;
  limits: RateLimits;
  guesses: Guesses;
  /** Does something after the response, so that neither its time nor its outcome tells whether an address has an account. */
  afterwards(work: () => Promise<unknown>): void;
};

export function createContext({
  pool,
  keys,
  mailer,
  sendsMail = true,
  origin,
  clock = () => new Date(),
  settings = authSettings(),
  limits,
  onError = console.error,
  inBackground = () => {},
}: AuthDependencies): AuthContext {
  return {
    pool,
    mailer,
    sendsMail,
    origin,
    settings,
    onError,
    now: clock,
    jwks: keys.jwks,
    tokens: createAccessTokens(keys, `${origin}/auth/v1`),
    limits: createRateLimits(clock, limits),
    guesses: createGuesses(pool, clock),
    afterwards: (work) =>
      inBackground(
        setImmediate()
          .then(work)
          .then(() => undefined, onError),
      ),
  };
}
