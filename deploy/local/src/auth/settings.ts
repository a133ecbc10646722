import { z } from 'zod';

const section = z.record(z.string(), z.unknown());
const template = z.object({ subject: z.string(), content_path: z.string().optional() });
const notification = z.object({ enabled: z.boolean().default(false), subject: z.string(), content_path: z.string() });

/** The settings of `supabase/config.toml` that the auth service supports, under the names of the file. */
const authConfigSchema = z.object({
  additional_redirect_urls: z.array(z.string()).default([]),
  jwt_expiry: z.int().min(60).max(604_800).default(3600),
  enable_refresh_token_rotation: z.boolean().default(true),
  refresh_token_reuse_interval: z.int().min(0).default(10),
  enable_signup: z.boolean().default(false),
  minimum_password_length: z.int().min(6).max(72).default(8),
  email: z
    .object({
      enable_signup: z.boolean().default(true),
      double_confirm_changes: z.boolean().default(true),
      enable_confirmations: z.boolean().default(true),
      secure_password_change: z.boolean().default(false),
      otp_expiry: z.int().min(60).max(86_400).default(3600),
      otp_length: z.int().min(6).max(10).default(8),
      template: z.record(z.string(), template).default({}),
      notification: z.record(z.string(), notification).default({}),
    })
    .prefault({}),
  mfa: z
    .object({
      max_enrolled_factors: z.int().min(1).default(10),
      totp: z.object({ enroll_enabled: z.boolean().default(true), verify_enabled: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  sessions: z.object({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() }).prefault({}),
});

export type AuthSettings = z.infer<typeof authConfigSchema>;

/** Reads the auth settings of the parsed `supabase/config.toml`; missing values get the defaults above. */
export function authSettings(config: unknown = {}): AuthSettings {
  const { auth = {} } = z.object({ auth: section.optional() }).parse(config);
  return authConfigSchema.parse(auth);
}

/** Converts a duration such as `24h` or `1h30m` to milliseconds; undefined without one. Throws when it cannot be parsed. */
export function durationMs(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([whole]) => whole).join('') !== text)
    throw new Error(`"${text}" in supabase/config.toml is not a duration. Use a value such as 24h or 1h30m.`);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}
