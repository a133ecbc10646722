/**
 * An error response of the storage service, with the codes of Supabase Storage. Where its own status differs from the one in the
 * body, clients read the latter.
 */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly statusCode: string;

  constructor(status: number, code: string, message: string, statusCode: string = String(status)) {
    super(message);
    this.name = 'StorageError';
    this.status = status;
    this.code = code;
    this.statusCode = statusCode;
  }
}

export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found');
export const noSuchBucket = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found');
export const tooLarge = () => new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);

/** The error with the fields of all client versions. */
export function errorResponse({ status, code, message, statusCode }: StorageError): Response {
  return Response.json({ statusCode, error: code, code, message }, { status });
}

/** Maps permission and constraint errors of the database to storage errors; returns anything else unchanged. */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === '42501') return new StorageError(403, 'AccessDenied', error.message);
  if (error.code === '23505') return new StorageError(409, 'KeyAlreadyExists', 'The resource already exists');
  if (error.code === '23503') return noSuchBucket();
  if (typeof error.code === 'string' && error.code.startsWith('22'))
    return invalidRequest('The request contains a value that cannot be stored');
  return error;
}
