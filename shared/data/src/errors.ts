import { translate } from '@masomo/i18n';
import { raisedRefusal } from '@masomo/domain/refusals';
import { inEnglish, type Sentence } from '@masomo/domain/sentences';
import { translatable } from '@masomo/domain/translatable';
import { say } from './sentences.ts';

/** How a query or command failed, as far as a screen has to distinguish. */
export type DataErrorKind = 'not-found' | 'not-allowed' | 'conflict' | 'invalid' | 'unavailable';

/**
 * What became of a command: it was refused or never sent, it was done although its answer was lost, or nobody knows.
 */
export type CommandOutcome = 'failed' | 'saved' | 'unknown';

/** A classified failure, whose `cause` is the original error. Screens show `userMessage` and never the message of an unclassified error. */
export class DataError extends Error {
  readonly kind: DataErrorKind;
  /** One or two sentences for the person on the screen: what happened and what to do next. */
  readonly userMessage: string;
  /** Stable code of the database (`order.empty_cart`), else the code PostgREST gave. */
  readonly code: string | undefined;
  /** Form field the error belongs to, where the database named one. */
  readonly field: string | undefined;
  /** What became of the command: unknown when nothing answered, unless stated. Of a query it says nothing. */
  readonly outcome: CommandOutcome;

  constructor(
    kind: DataErrorKind,
    said: string | Sentence,
    options: { code?: string | undefined; field?: string | undefined; outcome?: CommandOutcome; cause?: unknown } = {},
  ) {
    super(typeof said === 'string' ? said : inEnglish(said), { cause: options.cause });
    this.name = 'DataError';
    this.kind = kind;
    this.userMessage = typeof said === 'string' ? translate(said) : say(said);
    this.code = options.code;
    this.field = options.field;
    this.outcome = options.outcome ?? (kind === 'unavailable' ? 'unknown' : 'failed');
  }
}

/** An error of the database's API. The gateway adds `sentence` and `args` to what a function refused, with the field in `details`. */
type PostgrestFailure = {
  code?: string;
  message?: string;
  hint?: string | null;
  details?: string | null;
  sentence?: string;
  args?: unknown;
};

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
 * Whether the server may have done what it was asked for: no answer came, one of something between, or the database broke off. An error
 * that it reports undoes everything.
 */
export function isAnswerLost(code: string, status: number): boolean {
  if (code === '' || /^(08|57P|PGRST001$)/.test(code)) return status === 0 || status === 408 || status >= 500;
  return false;
}

/** What a function of the database refused with: its sentence, which is a finished text where no values came with it. */
function refusedBy(failure: PostgrestFailure): { said: Sentence | string; field: string | undefined } | undefined {
  if (!failure.hint || !failure.message || !/^[a-z_]+\.[a-z_.]+$/.test(failure.hint)) return undefined;
  const raised = raisedRefusal(failure);
  if (raised) return { said: raised, field: raised.field };
  return { said: failure.message, field: failure.details ?? undefined };
}

/**
 * Classifies an error response of PostgREST. Functions of the database refuse with a stable code in `hint` (`order.empty_cart`) and a
 * sentence for people, which becomes `userMessage`; any other message stays in `cause`.
 */
export function toDataError(failure: PostgrestFailure, status: number): DataError {
  const code = failure.code ?? '';
  const kind = kindOf(code, status);
  const isRaised = code === 'P0001' || code === 'P0002' || code === '42501' || code === 'PT409' || code === 'PT429';
  const refused = refusedBy(failure);
  const said = isRaised && refused ? refused.said : status === 429 ? tooManyRequests : defaultMessages[kind];
  return new DataError(kind, said, {
    code: refused ? (failure.hint ?? undefined) : code || undefined,
    field: refused?.field,
    outcome: isAnswerLost(code, status) ? 'unknown' : 'failed',
    cause: failure,
  });
}

/** Any thrown value as a DataError: an unclassified one, such as a failed fetch, is `unavailable`. */
export function asDataError(error: unknown): DataError {
  if (error instanceof DataError) return error;
  return new DataError('unavailable', defaultMessages.unavailable, {
    outcome: isConnectionLost(error) ? 'unknown' : 'failed',
    cause: error,
  });
}

/** Whether a request broke off. A script that could not be loaded has sent nothing. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (['AbortError', 'TimeoutError', 'FunctionsFetchError', 'FunctionsRelayError'].includes(error.name)) return true;
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message) && !/import|module/i.test(error.message);
}

const outcomeMessages: Record<CommandOutcome, string> = {
  failed: translatable('The connection broke before this was done. Try again.'),
  saved: translatable('This was done, although the answer was lost on the way. Reload the page to see it.'),
  unknown: translatable('No answer came, so it is not known whether this was done. Reload the page and look before you try again.'),
};
const safeToRepeat = translatable(
  'No answer came, so it is not known whether this was done. Check your connection and try again: nothing is done twice.',
);

/** A failure of a command whose outcome has been asked for. */
export function withOutcome(error: DataError, outcome: CommandOutcome, isRepeatable: boolean): DataError {
  const message = outcome === 'unknown' && isRepeatable ? safeToRepeat : outcomeMessages[outcome];
  return new DataError(error.kind, message, { code: error.code, field: error.field, outcome, cause: error });
}

/** The same failure where it is certain that nothing was done. */
export function asFailed(error: DataError): DataError {
  if (error.outcome === 'failed') return error;
  return new DataError(error.kind, error.userMessage, { code: error.code, field: error.field, outcome: 'failed', cause: error });
}

/** The heading of a failure: `failedTitle` only where it is certain that nothing was done. */
export function outcomeTitle(error: Pick<DataError, 'outcome'> | undefined, failedTitle: string): string {
  if (error?.outcome === 'saved') return translate(translatable('This was done'));
  return error?.outcome === 'unknown' ? translate(translatable('It is not known whether this was done')) : failedTitle;
}

/** A message about the failure of a command, for a toast: what happened and what to do. */
export function failureMessage(
  error: Pick<DataError, 'userMessage' | 'outcome'>,
  failedTitle: string,
): { title: string; description: string } {
  return { title: outcomeTitle(error, failedTitle), description: error.userMessage };
}

type DbResponse<T> = { data: T; error: PostgrestFailure | null; status: number; count?: number | null };

/** The data of a PostgREST response. Throws its error classified; `not-found` when there is no data. */
export function unwrap<T>(response: DbResponse<T>): NonNullable<T> {
  const data = unwrapNullable(response);
  if (data === null) throw new DataError('not-found', defaultMessages['not-found']);
  return data;
}

/** The data of a PostgREST response where null is an answer. Throws its error classified. */
export function unwrapNullable<T>(response: DbResponse<T>): NonNullable<T> | null {
  if (response.error) throw toDataError(response.error, response.status);
  return response.data ?? null;
}

/** The rows of a page and how many match in total. Throws the error of the response classified; a page past the end has no rows. */
export function unwrapPage<T>(response: DbResponse<T[] | null>): { rows: T[]; total: number } {
  // PostgREST rejects an offset past the last row and puts the total into the details.
  if (response.error?.code === 'PGRST103')
    return { rows: [], total: Number(/only (\d+) rows/.exec(response.error.details ?? '')?.[1] ?? response.count ?? 0) };
  if (response.error) throw toDataError(response.error, response.status);
  return { rows: response.data ?? [], total: response.count ?? response.data?.length ?? 0 };
}
