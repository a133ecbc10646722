import { DataError } from '@masomo/data';

/** A refused account call with a message for the user; commands treat it as any other DataError. */
export class AuthFailure extends DataError {
  constructor(message: string, code?: string, cause?: unknown) {
    super(code === 'unreachable' ? 'unavailable' : 'invalid', message, { code, cause });
    this.name = 'AuthFailure';
  }
}
