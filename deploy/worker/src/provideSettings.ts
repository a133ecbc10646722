/** Names of settings that the product's environment and that of edge functions call differently. */
const otherNames: Readonly<Record<string, string>> = {
  SUPABASE_SERVICE_ROLE_KEY: 'SUPABASE_SECRET_KEY',
  SITE_URL: 'PUBLIC_ORIGIN',
};

/** Gives the code that jobs share with edge functions its settings, where a Supabase project would. */
export function provideSettings(environment: Record<string, string | undefined>): void {
  const get = (name: string) => environment[name] ?? environment[otherNames[name] ?? name];
  Object.assign(globalThis, { Deno: { env: { get } } });
}
