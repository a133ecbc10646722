import * as z from 'zod/mini';
import { featureName, remoteName } from './appName.ts';

/** Who may open a route: anyone, anyone signed in, or the listed roles. */
export const routeAccessSchema = z.union([z.literal('anyone'), z.literal('signed-in'), z.array(z.string()).check(z.minLength(1))]);
export type RouteAccess = z.infer<typeof routeAccessSchema>;

/**
 * The layout the shell renders around a route: `public` (header, footer, cookie banner, install prompt),
 * `dashboard` (side menu of the role or of the remote's area), `own` (nothing: the remote brings its own layout).
 */
export const routeLayoutSchema = z.enum(['public', 'dashboard', 'own']);

/** One address of a remote. `path` is absolute; a trailing `/*` covers everything below it. */
export const remoteRouteSchema = z.object({
  path: z.string().check(z.startsWith('/')),
  layout: routeLayoutSchema,
  access: routeAccessSchema,
  /** The permission that opens it, where the database has said which the person has; the roles of `access` have it by default. */
  permission: z.optional(z.string()),
  /** Whether it opens by the role that the browser remembers while the real one cannot be read. */
  offline: z.optional(z.boolean()),
  /** Whether super admins open it too, while they have the records of a school open. */
  whileOpened: z.optional(z.boolean()),
  /**
   * Query parameters that the server render reads. The gateway keeps one cached page per combination of their values; a render
   * sees no other parameter, so that `?fbclid=…` shares the page everybody gets.
   */
  query: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,40}$/)))),
});
export type RemoteRoute = z.infer<typeof remoteRouteSchema>;

/** A request below `/rest/v1/` that depends on nothing but the session: of everybody who may open the screen, or of these roles. */
export const firstReadSchema = z.object({ path: z.string(), roles: z.optional(z.array(z.string())) });
export type FirstRead = z.infer<typeof firstReadSchema>;

/**
 * One entry of the dashboard's side menu, sorted by `order`; shown to the listed roles. With `permission` it is for everyone who has it,
 * the roles being those that have it by default.
 */
export const menuEntrySchema = z.object({
  path: z.string().check(z.startsWith('/')),
  label: z.string().check(z.minLength(1)),
  /** The label in other languages; the build adds what is translated. */
  labels: z.optional(z.record(z.string(), z.string())),
  /** Name of an icon of the design system's menu icon set. */
  icon: z.string().check(z.minLength(1)),
  roles: z.array(z.string()).check(z.minLength(1)),
  permission: z.optional(z.string()),
  order: z.int(),
  /** The group of the side menu that lists it. */
  group: z.optional(z.string()),
  /** Its place in the bar of a phone, counted from the start. */
  bar: z.optional(z.int()),
});
export type MenuEntry = z.infer<typeof menuEntrySchema>;

/** A text that the frame shows before the remote is loaded; the build adds what is translated. */
const frameTextSchema = z.object({ label: z.string().check(z.minLength(1)), labels: z.optional(z.record(z.string(), z.string())) });
export type FrameText = z.infer<typeof frameTextSchema>;

/** A part of the signed-in product with a side menu of its own, such as the CMS. */
export const areaSchema = z.object({
  /** Accessible name of its menu. */
  name: frameTextSchema,
  /** Beside the mark, above the menu. */
  brand: frameTextSchema,
  /** Where what it manages is seen. */
  site: z.object({ path: z.string().check(z.startsWith('/')), ...frameTextSchema.shape }),
});

/** What an add-on puts into a slot (`slots.ts`) of another remote's screen; shown to the listed roles, sorted by `order`. */
export const extensionSchema = z.object({
  slot: z.string().check(z.minLength(1)),
  /** Name of the export of the add-on's `./extensions`. */
  export: z.string().check(z.minLength(1)),
  roles: z.array(z.string()).check(z.minLength(1)),
  order: z.int(),
});

const settingBase = { name: z.string().check(z.regex(/^[a-z][a-z_]{1,40}$/)), label: z.string(), hint: z.optional(z.string()) };
/** A setting of an add-on; a school's value is a row of `addon_settings`. */
export const addonSettingSchema = z.union([
  z.object({ ...settingBase, kind: z.literal('switch'), default: z.boolean() }),
  z.object({ ...settingBase, kind: z.literal('time'), default: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) }),
  z.object({ ...settingBase, kind: z.literal('number'), default: z.number(), min: z.number(), max: z.number() }),
  z.object({ ...settingBase, kind: z.literal('text'), default: z.string(), maxLength: z.number() }),
  z.object({
    ...settingBase,
    kind: z.literal('choice'),
    default: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).check(z.minLength(2)),
  }),
]);
export type AddonSetting = z.infer<typeof addonSettingSchema>;

/**
 * What a remote declares about itself. The shell reads it from the registry, so routes, menu and guard are
 * known without loading a byte of the remote's code.
 */
export const remoteManifestSchema = z.object({
  name: z.string().check(z.regex(remoteName)),
  /** Path prefixes this remote owns alone; of several remotes the longest matching prefix wins. */
  owns: z.array(z.string().check(z.startsWith('/'))).check(z.minLength(1)),
  routes: z.array(remoteRouteSchema).check(z.minLength(1)),
  menu: z.array(menuEntrySchema),
  /** Titles of the screens below those of `menu`, for breadcrumbs and the search; in an area they are its side menu. */
  titles: z.optional(z.array(menuEntrySchema)),
  area: z.optional(areaSchema),
  /** True when the release carries a server build whose `render` prerenders its public routes. */
  prerender: z.boolean(),
  /** Features of which a school needs one; without them its browsers are told nothing of this remote. Absent for what every school has. */
  requires: z.optional(z.array(z.string().check(z.regex(featureName))).check(z.minLength(1))),
  extensions: z.optional(z.array(extensionSchema)),
  /** Address of a screen -> what it reads first, which its document asks for at once. */
  firstReads: z.optional(z.record(z.string(), z.array(firstReadSchema))),
  settings: z.optional(z.array(addonSettingSchema)),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;
