import * as z from '@masomo/data/zod';
import { toDataError, unwrap, type Db } from '@masomo/data';

const startSchema = z.enum(['home', 'notifications', 'documents', 'classes', 'schedule', 'grades', 'attendance', 'students']);
/** The page with which the app opens. */
export type Start = z.infer<typeof startSchema>;
const ownSchema = z.object({
  name: z.string(),
  address: z.nullable(z.string()),
  short_name: z.string(),
  color: z.string(),
  background: z.string(),
  crest: z.nullable(z.string()),
  version: z.string(),
  is_set_up: z.boolean(),
  start: startSchema,
  asks_for_messages: z.boolean(),
});

/** The app of the caller's school. Without an address it was not set up yet. */
export type OwnApp = {
  name: string;
  address: string | null;
  shortName: string;
  color: string;
  background: string;
  hasCrest: boolean;
  /** Changes with what its icons show. */
  version: string;
  start: Start;
  asksForMessages: boolean;
};

/** What an administrator enters; the fingerprints as phones read them, empty for none. */
export type AppFields = {
  address: string;
  shortName: string;
  color: string;
  background: string;
  packageName: string;
  uploadFingerprint: string;
  playFingerprint: string;
};

export const schoolAppKeys = { own: () => ['school-app', 'own'] as const, fields: () => ['school-app', 'fields'] as const };

export async function getOwnApp(db: Db): Promise<OwnApp> {
  const own = ownSchema.parse(unwrap(await db.rpc('own_school_app', {}, { get: true })));
  return {
    name: own.name,
    address: own.is_set_up ? own.address : null,
    shortName: own.short_name,
    color: own.color,
    background: own.background,
    hasCrest: own.crest !== null,
    version: own.version,
    start: own.start,
    asksForMessages: own.asks_for_messages,
  };
}

/** What was entered of the app; null before it was set up. */
export async function getAppFields(db: Db): Promise<AppFields | null> {
  const [app] = unwrap(
    await db.from('school_apps').select('address, short_name, color, background, package_name, school_app_keys(fingerprint, kind)'),
  );
  if (!app) return null;
  const keyOf = (kind: string) => app.school_app_keys.find((key) => key.kind === kind)?.fingerprint ?? '';
  return {
    address: app.address,
    shortName: app.short_name,
    color: app.color,
    background: app.background,
    packageName: app.package_name ?? '',
    uploadFingerprint: keyOf('upload'),
    playFingerprint: keyOf('play'),
  };
}

export async function saveApp(db: Db, fields: AppFields): Promise<void> {
  const { error, status } = await db.rpc('save_school_app', {
    address: fields.address,
    short_name: fields.shortName,
    color: fields.color,
    background: fields.background,
    package_name: fields.packageName,
    upload_fingerprint: fields.uploadFingerprint,
    play_fingerprint: fields.playFingerprint,
  });
  if (error) throw toDataError(error, status);
}

/** Resolves to the number of the next project, which is its version in the Play Store. */
export async function makeProject(db: Db): Promise<number> {
  return unwrap(await db.rpc('make_app_project'));
}

const manifestSchema = z.object({ id: z.string(), start_url: z.string() });

/** What the gateway says of an app: where it is. Null where none is served. */
export async function getServedApp(path: string): Promise<{ schoolId: string | null; origin: string } | null> {
  const response = await fetch(path);
  if (!response.ok) return null;
  const { id, start_url: startUrl } = manifestSchema.parse(await response.json());
  return { schoolId: new URL(id, location.href).searchParams.get('school'), origin: new URL(startUrl, location.href).origin };
}

export const servedPath = (address: string) => `/_apps/${address}/manifest.webmanifest`;
/** The manifest of the page's own host name. */
export const ownManifestPath = '/manifest.webmanifest';
export const iconPath = (app: { address: string; version: string }, name: string) => `/_apps/${app.address}/${name}.png?v=${app.version}`;
