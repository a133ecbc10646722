import { z } from 'zod';

const color = z.string().regex(/^#[0-9a-f]{6}$/);

/** What the database says of the app at an address (`school_app_at`). */
export const schoolAppSchema = z.object({
  school_id: z.uuid(),
  name: z.string(),
  address: z.string(),
  short_name: z.string(),
  color,
  background: color,
  /** Path of the crest in the bucket `school-documents`. */
  crest: z.string().nullable(),
  /** Changes with what its icons show. */
  version: z.string(),
  package_name: z.string().nullable(),
  fingerprints: z.array(z.string()),
});
export type SchoolApp = z.infer<typeof schoolAppSchema>;

const address = /^[a-z][a-z0-9-]{1,28}[a-z0-9]$/;
export const isAppAddress = (text: string) => address.test(text);

const isName = (host: string) => !/^[\d.]+$|^\[/.test(host);

/** The host name below which the apps are: that of the product, and of a machine without a name its own loopback one. */
export function appDomain(origin: string): string {
  const { hostname } = new URL(origin);
  return isName(hostname) ? hostname : 'localhost';
}

/** The address of the app that a host name is of; undefined for the product's own. */
export function appAddressOf(host: string, origin: string): string | undefined {
  const domain = appDomain(origin);
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return name.endsWith(`.${domain}`) && isAppAddress(name.slice(0, -domain.length - 1)) ? name.slice(0, -domain.length - 1) : undefined;
}

/** The origin at which an app is. */
export function appOrigin(app: Pick<SchoolApp, 'address'>, origin: string): string {
  const { protocol, port } = new URL(origin);
  return `${protocol}//${app.address}.${appDomain(origin)}${port && `:${port}`}`;
}
