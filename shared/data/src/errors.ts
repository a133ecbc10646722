/** Ways a query or command can fail, as a screen needs to tell them apart. */
export type DataErrorKind = 'not-found' | 'not-allowed' | 'conflict' | 'invalid' | 'unavailable';

/** A classified failure. `code` is the database's stable code, when it gave one; `message` is fit for a person. */
export class DataError extends Error {
  readonly kind: DataErrorKind;
  readonly code: string | undefined;
  /** Field the error belongs to, where the database named one. */
  readonly field: string | undefined;

  constructor(
    kind: DataErrorKind,
    message: string,
    options: { code?: string | undefined; field?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DataError';
    this.kind = kind;
    this.code = options.code;
    this.field = options.field;
  }
}

type PostgrestFailure = { code?: string; message?: string; hint?: string | null; details?: string | null };

/** The words shown when the database gave none fit for a person. */
const words: Record<DataErrorKind, string> = {
  'not-found': 'This is no longer here. It may have been deleted or moved.',
  'not-allowed': 'You do not have permission to do this.',
  conflict: 'Somebody else changed this in the meantime. Reload and try again.',
  invalid: 'Some of this is not valid. Check it and try again.',
  unavailable: 'The server cannot be reached. Check your connection and try again.',
};

function kindOf(code: string, status: number): DataErrorKind {
  if (code === 'PGRST116' || code === 'P0002' || status === 404) return 'not-found';
  if (code === '42501' || status === 401 || status === 403) return 'not-allowed';
  if (code === '23505' || code === '40001' || status === 409) return 'conflict';
  if (code.startsWith('22') || code.startsWith('23') || code === 'P0001' || status === 400 || status === 422) return 'invalid';
  return 'unavailable';
}

/**
 * Classifies an answer of PostgREST. Functions of the database raise with a stable code in `hint`
 * (`order.empty_cart`) and words for people in `message`; those words are kept.
 */
export function toDataError(failure: PostgrestFailure, status: number): DataError {
  const code = failure.code ?? '';
  const kind = kindOf(code, status);
  const raised = code === 'P0001' || code === 'P0002' || code === '42501' || code === 'PT409';
  const stable = failure.hint && /^[a-z_]+\.[a-z_.]+$/.test(failure.hint) ? failure.hint : undefined;
  const message = raised && stable && failure.message ? failure.message : words[kind];
  return new DataError(kind, message, {
    code: stable ?? (code || undefined),
    field: stable ? (failure.details ?? undefined) : undefined,
    cause: failure,
  });
}

/** Any thrown value as a DataError; a failed fetch is `unavailable`. */
export function asDataError(error: unknown): DataError {
  if (error instanceof DataError) return error;
  return new DataError('unavailable', words.unavailable, { cause: error });
}

type Answer<T> = { data: T; error: PostgrestFailure | null; status: number; count?: number | null };

/** The data of an answer, or its classified error thrown. */
export function unwrap<T>(answer: Answer<T>): NonNullable<T> {
  if (answer.error) throw toDataError(answer.error, answer.status);
  if (answer.data === null || answer.data === undefined) throw new DataError('not-found', words['not-found']);
  return answer.data;
}

/** The rows of a page and how many match in all, or the classified error thrown. A page past the end has no rows. */
export function unwrapPage<T>(answer: Answer<T[] | null>): { rows: T[]; total: number } {
  // PostgREST refuses to start behind the last row and says how many there are.
  if (answer.error?.code === 'PGRST103')
    return { rows: [], total: Number(/only (\d+) rows/.exec(answer.error.details ?? '')?.[1] ?? answer.count ?? 0) };
  if (answer.error) throw toDataError(answer.error, answer.status);
  return { rows: answer.data ?? [], total: answer.count ?? answer.data?.length ?? 0 };
}
