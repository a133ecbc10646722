import { translate } from '@masomo/i18n';
import { translatable } from '@masomo/domain/translatable';

/** How a query or command failed, as far as a screen has to distinguish. */
export type DataErrorKind = 'not-found' | 'not-allowed' | 'conflict' | 'invalid' | 'unavailable';

/** A classified failure, whose `cause` is the original error. Screens show `userMessage` and never the message of an unclassified error. */
export class DataError extends Error {
  readonly kind: DataErrorKind;
  /** One or two sentences for the person on the screen: what happened and what to do next. */
  readonly userMessage: string;
  /** Stable code of the database (`order.empty_cart`), else the code PostgREST gave. */
  readonly code: string | undefined;
  /** Form field the error belongs to, where the database named one. */
  readonly field: string | undefined;

  constructor(
    kind: DataErrorKind,
    userMessage: string,
    options: { code?: string | undefined; field?: string | undefined; cause?: unknown } = {},
  ) {
    super(userMessage, { cause: options.cause });
    this.name = 'DataError';
    this.kind = kind;
    this.userMessage = translate(userMessage);
    this.code = options.code;
    this.field = options.field;
  }
}

type PostgrestFailure = { code?: string; message?: string; hint?: string | null; details?: string | null };

const tooManyRequests = translatable('Too many requests. Wait a few minutes and try again.');

/** Shown when the database gave no text for a person. */
const defaultMessages: Record<DataErrorKind, string> = {
  'not-found': translatable('This is no longer here. It may have been deleted or moved.'),
  'not-allowed': translatable('You do not have permission to do this.'),
  conflict: translatable('Somebody else changed this in the meantime. Reload and try again.'),
  invalid: translatable('Some of this is not valid. Check it and try again.'),
  unavailable: translatable('The server cannot be reached. Check your connection and try again.'),
};

function kindOf(code: string, status: number): DataErrorKind {
  if (code === 'PGRST116' || code === 'P0002' || status === 404) return 'not-found';
  if (code === '42501' || status === 401 || status === 403) return 'not-allowed';
  if (code === '23505' || code === '40001' || status === 409) return 'conflict';
  if (code.startsWith('22') || code.startsWith('23') || code === 'P0001' || [400, 422, 429].includes(status)) return 'invalid';
  return 'unavailable';
}

/**
 * Classifies an error response of PostgREST. Functions of the database raise with a stable code in `hint`
 * (`order.empty_cart`) and a text for people in `message`, which becomes `userMessage`; any other message stays in `cause`.
 */
export function toDataError(failure: PostgrestFailure, status: number): DataError {
  const code = failure.code ?? '';
  const kind = kindOf(code, status);
  const isRaised = code === 'P0001' || code === 'P0002' || code === '42501' || code === 'PT409' || code === 'PT429';
  const stable = failure.hint && /^[a-z_]+\.[a-z_.]+$/.test(failure.hint) ? failure.hint : undefined;
  const message = isRaised && stable && failure.message ? failure.message : status === 429 ? tooManyRequests : defaultMessages[kind];
  return new DataError(kind, message, {
    code: stable ?? (code || undefined),
    field: stable ? (failure.details ?? undefined) : undefined,
    cause: failure,
  });
}

/** Any thrown value as a DataError: an unclassified one, such as a failed fetch, is `unavailable`. */
export function asDataError(error: unknown): DataError {
  if (error instanceof DataError) return error;
  return new DataError('unavailable', defaultMessages.unavailable, { cause: error });
}

type DbResponse<T> = { data: T; error: PostgrestFailure | null; status: number; count?: number | null };

/** The data of a PostgREST response. Throws its error classified; `not-found` when there is no data. */
export function unwrap<T>(response: DbResponse<T>): NonNullable<T> {
  if (response.error) throw toDataError(response.error, response.status);
  if (response.data === null || response.data === undefined) throw new DataError('not-found', defaultMessages['not-found']);
  return response.data;
}

/** The rows of a page and how many match in total. Throws the error of the response classified; a page past the end has no rows. */
export function unwrapPage<T>(response: DbResponse<T[] | null>): { rows: T[]; total: number } {
  // PostgREST rejects an offset past the last row and puts the total into the details.
  if (response.error?.code === 'PGRST103')
    return { rows: [], total: Number(/only (\d+) rows/.exec(response.error.details ?? '')?.[1] ?? response.count ?? 0) };
  if (response.error) throw toDataError(response.error, response.status);
  return { rows: response.data ?? [], total: response.count ?? response.data?.length ?? 0 };
}
