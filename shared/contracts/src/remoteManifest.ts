import * as z from 'zod/mini';

/** Who may open a route: anyone, anyone signed in, or the listed roles. */
export const routeAccessSchema = z.union([z.literal('anyone'), z.literal('signed-in'), z.array(z.string()).check(z.minLength(1))]);
export type RouteAccess = z.infer<typeof routeAccessSchema>;

/**
 * The layout the shell renders around a route: `public` (header, footer, cookie banner, install prompt),
 * `dashboard` (side menu of the role), `own` (nothing: the remote brings its own layout).
 */
export const routeLayoutSchema = z.enum(['public', 'dashboard', 'own']);

/** One address of a remote. `path` is absolute; a trailing `/*` covers everything below it. */
export const remoteRouteSchema = z.object({
  path: z.string().check(z.startsWith('/')),
  layout: routeLayoutSchema,
  access: routeAccessSchema,
  /**
   * Query parameters that the server render reads. The gateway keeps one cached page per combination of their values; a render
   * sees no other parameter, so that `?fbclid=…` shares the page everybody gets.
   */
  query: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,40}$/)))),
});
export type RemoteRoute = z.infer<typeof remoteRouteSchema>;

/** One entry of the dashboard's side menu; shown to the listed roles, sorted by `order` within a role. */
export const menuEntrySchema = z.object({
  path: z.string().check(z.startsWith('/')),
  label: z.string().check(z.minLength(1)),
  /** The label in other languages; the build adds what is translated. */
  labels: z.optional(z.record(z.string(), z.string())),
  /** Name of an icon of the design system's menu icon set. */
  icon: z.string().check(z.minLength(1)),
  roles: z.array(z.string()).check(z.minLength(1)),
  order: z.int(),
});
export type MenuEntry = z.infer<typeof menuEntrySchema>;

/**
 * What a remote declares about itself. The shell reads it from the registry, so routes, menu and guard are
 * known without loading a byte of the remote's code.
 */
export const remoteManifestSchema = z.object({
  name: z.string().check(z.regex(/^mfe-[a-z-]+$/)),
  /** Path prefixes this remote owns alone; of several remotes the longest matching prefix wins. */
  owns: z.array(z.string().check(z.startsWith('/'))).check(z.minLength(1)),
  routes: z.array(remoteRouteSchema).check(z.minLength(1)),
  menu: z.array(menuEntrySchema),
  /** True when the release carries a server build whose `render` prerenders its public routes. */
  prerender: z.boolean(),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;
