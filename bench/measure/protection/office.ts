import { z } from 'zod';
import { readZip } from '@masomo/local/functions/readZip';
import type { KillableProduct } from './killableProduct.ts';

const email = 'admin@greenfield.test';
const tokenSchema = z.object({ access_token: z.string() });
const configSchema = z.object({ publishableKey: z.string() });
const partsSchema = z.object({ students: z.array(z.unknown()), guardians: z.array(z.unknown()) });

/** The administrator of the demonstration school, who goes through the gateway. */
export type Office = {
  school: string;
  /** Carries out a request for erasure. */
  erase(request: string): Promise<void>;
  /** Takes out everything about a student; returns how many rows came of the student and of the guardians. */
  exportStudent(student: string): Promise<{ students: number; guardians: number }>;
  /** Asks for the ZIP of everything of the school; resolves to the id of the export that is going on. */
  exportSchool(): Promise<string>;
  /** The ZIP of a finished export. */
  readZip(id: string): Promise<Map<string, Buffer>>;
};

/** Signs the administrator in once: a session outlives every restart. */
export async function openOffice(product: KillableProduct): Promise<Office> {
  const { publishableKey } = configSchema.parse(await (await fetch(`${product.origin}/config.json`)).json());
  const post = async (pathname: string, body: object, headers: Record<string, string>): Promise<unknown> => {
    const response = await fetch(product.origin + pathname, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${pathname} responded with ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const { access_token: token } = tokenSchema.parse(
    await post('/auth/v1/token?grant_type=password', { email, password: product.password }, {}),
  );
  const call = (name: string, body: object) => post(`/rest/v1/rpc/${name}`, body, { authorization: `Bearer ${token}` });
  const client = await product.connect();
  const { rows } = await client.query<{ school: string }>('select school_id as school from public.users where email = $1', [email]);
  await client.end();
  const school = rows[0]?.school ?? '';
  return {
    school,
    async erase(request) {
      await call('answer_data_request', { request_id: request, is_done: true });
    },
    async exportStudent(student) {
      const { students, guardians } = partsSchema.parse(await call('export_student', { student_id: student }));
      return { students: students.length, guardians: guardians.length };
    },
    exportSchool: async () => z.string().parse(await call('start_school_export', {})),
    async readZip(id) {
      const response = await fetch(`${product.origin}/storage/v1/object/authenticated/school-exports/${school}/${id}.zip`, {
        headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`The ZIP responded with ${response.status}.`);
      return readZip(Buffer.from(await response.arrayBuffer()));
    },
  };
}
