import { z } from 'zod';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import { lookPictures, type PaperPictures } from '@masomo/typesetter/lookPictures';
import type { Backend } from '../backend.ts';
import { guardRestError } from '../backend/restErrors.ts';

/** An answer of the database or of ours instead of a paper. */
export class InsteadOfPaper extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('No paper is made.');
    this.response = response;
  }
}

/** Reads what a paper says with the rights of the person who asks for it. */
export type PaperReader = {
  /** The name of this installation. */
  brand: string;
  /** What a function of the database gives; throws an `InsteadOfPaper` with its refusal. */
  read<T>(name: string, of: Record<string, string>, schema: z.core.$ZodType<T>): Promise<T>;
  /** The same of a function that writes too, such as that somebody read. */
  call<T>(name: string, of: Record<string, unknown>, schema: z.core.$ZodType<T>): Promise<T>;
  /** The pictures of the school's look; a paper is made without one that cannot be read. */
  pictures(school: Pick<PaperSchool, 'look'>): Promise<PaperPictures>;
};

export function createPaperReader(
  { rest, storage, brand }: Pick<Backend, 'rest' | 'storage'> & { brand: string },
  headers: Record<string, string>,
): PaperReader {
  async function answerOf<T>(request: Request, schema: z.core.$ZodType<T>): Promise<T> {
    const response = await rest(request);
    if (!response.ok) throw new InsteadOfPaper(response.status >= 500 ? response : await guardRestError(response));
    return z.parse(schema, await response.json());
  }
  const address = (name: string) => `http://backend/rest/v1/rpc/${name}`;
  return {
    brand,
    read: (name, of, schema) => answerOf(new Request(`${address(name)}?${new URLSearchParams(of)}`, { headers }), schema),
    call: (name, of, schema) =>
      answerOf(
        new Request(address(name), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(of),
        }),
        schema,
      ),
    pictures: (school) =>
      lookPictures(school, async (path) => {
        const address = `http://backend/storage/v1/object/authenticated/school-documents/${path.split('/').map(encodeURIComponent).join('/')}`;
        const response = await storage(new Request(address, { headers }));
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
      }),
  };
}
