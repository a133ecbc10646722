import { LRUCache } from 'lru-cache';
import { pictureOf } from '@masomo/typesetter/lookPictures';
import type { Backend } from '../backend.ts';
import { startImageRenderer } from '../shareImages/startImageRenderer.ts';
import { drawIcon, type IconKind } from './appIcons.ts';
import { schoolAppSchema, type SchoolApp } from './schoolApp.ts';

type Found = { app: SchoolApp | null };
type Png = Uint8Array<ArrayBuffer>;
type IconOf = { app: SchoolApp; kind: IconKind; size: number };

/** How long an answer of the database counts. */
const freshMs = 5_000;
const maxIconBytes = 16 * 1024 * 1024;

/** The apps of schools: what the database says of them, and their icons, each rendered once. */
export function createSchoolApps({ rest, storage, publishableKey }: Pick<Backend, 'rest' | 'storage'> & { publishableKey: string }) {
  const headers = { apikey: publishableKey };
  const renderer = startImageRenderer();
  const apps = new LRUCache<string, Found>({
    max: 1_000,
    ttl: freshMs,
    allowStaleOnFetchRejection: true,
    async fetchMethod(address) {
      const response = await rest(
        new Request('http://backend/rest/v1/rpc/school_app_at', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ address }),
        }),
      );
      if (!response.ok) throw new Error(`The app at ${address} could not be read: status ${response.status}`);
      return { app: schoolAppSchema.nullable().parse(await response.json()) };
    },
  });

  /** The crest as a picture inside an icon; undefined without one that can be read. */
  async function crestOf({ crest }: SchoolApp): Promise<string | undefined> {
    if (crest === null) return undefined;
    const path = crest.split('/').map(encodeURIComponent).join('/');
    const response = await storage(new Request(`http://backend/storage/v1/object/school-documents/${path}`, { headers }));
    if (!response.ok) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const picture = pictureOf(bytes);
    return picture && `data:image/${picture.extension === 'png' ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`;
  }

  const icons = new LRUCache<string, Png, IconOf>({
    maxSize: maxIconBytes,
    sizeCalculation: (png) => png.byteLength,
    async fetchMethod(_key, _stale, { context: { app, kind, size } }) {
      return renderer.render(drawIcon({ app, kind, size, crest: await crestOf(app) }), { width: size, height: size });
    },
  });

  return {
    /** The app at an address; null without one. */
    at: async (address: string) => (await apps.forceFetch(address)).app,
    icon: ({ app, kind, size }: IconOf): Promise<Png> =>
      icons.forceFetch([app.address, app.version, kind, size].join(' '), { context: { app, kind, size } }),
    stop: () => renderer.stop(),
  };
}
