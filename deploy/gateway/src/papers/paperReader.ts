import { z } from 'zod';
import { inLanguage, type Language } from '@masomo/contracts/languages';
import { checkPath, issuedPapersSchema } from '@masomo/domain/issuedPapers';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import { lookPictures, type PaperPictures } from '@masomo/typesetter/lookPictures';
import { madeWith } from '@masomo/typesetter/madeWith';
import type { Paper, PaperIssue } from '@masomo/typesetter/paper';
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
  /** Papers that are kept, as they were first made; none where the person may not read them. */
  issue<T>(kind: string, of: Record<string, unknown>, how: Issuing<T>): Promise<{ content: T; issue: PaperIssue }[]>;
  /** The pictures of the school's look; a paper is made without one that cannot be read. */
  pictures(school: Pick<PaperSchool, 'look'>): Promise<PaperPictures>;
};

/** What a kind of paper is made with, in which language it is printed and what it says. */
type Issuing<T> = { template: Paper['template']; language: Language; schema: z.core.$ZodType<T> };

/** `origin` is where the papers say that they are checked. */
export function createPaperReader(
  { rest, storage, brand, origin }: Pick<Backend, 'rest' | 'storage'> & { brand: string; origin: string },
  headers: Record<string, string>,
): PaperReader {
  async function answerOf<T>(request: Request, schema: z.core.$ZodType<T>): Promise<T> {
    const response = await rest(request);
    if (!response.ok) throw new InsteadOfPaper(response.status >= 500 ? response : await guardRestError(response));
    return z.parse(schema, await response.json());
  }
  const address = (name: string) => `http://backend/rest/v1/rpc/${name}`;
  const call = <T>(name: string, of: Record<string, unknown>, schema: z.core.$ZodType<T>) =>
    answerOf(
      new Request(address(name), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(of),
      }),
      schema,
    );
  return {
    brand,
    read: (name, of, schema) => answerOf(new Request(`${address(name)}?${new URLSearchParams(of)}`, { headers }), schema),
    call,
    async issue(kind, of, { template, language, schema }) {
      const issued = await call('issue_paper', { kind, of, made_with: madeWith(template) }, issuedPapersSchema);
      return issued.map(({ code, printed_on: printedOn, content }) => ({
        content: z.parse(schema, content),
        issue: { code, printedOn, address: `${origin}${inLanguage(checkPath, language)}` },
      }));
    },
    pictures: (school) =>
      lookPictures(school, async (path) => {
        const address = `http://backend/storage/v1/object/authenticated/school-documents/${path.split('/').map(encodeURIComponent).join('/')}`;
        const response = await storage(new Request(address, { headers }));
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
      }),
  };
}
